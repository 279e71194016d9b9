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
# The build is in the image: the server program is started as npm start would start it.
CMD ["node", "--max-semi-space-size=2", "--heap-growing-percent=15", "dist/server/serve.mjs"]
