FROM node:26-bookworm AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev
COPY . .
ARG SITE_URL=http://localhost:4321
RUN SITE_URL=$SITE_URL npm run build

FROM node:26-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 DATABASE_URL=file:/data/service.db
COPY --from=build --chown=node:node /app /app
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 4321
# As npm start does: the build in the image is used as long as SITE_URL is the one it was built for.
CMD ["node", "src/server/main.ts"]
