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
# The program belongs to root: the service, which runs as another user, cannot change it.
COPY --from=build /app /app
RUN mkdir -m 700 /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 4321
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 4321}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# As npm start does: the build in the image is used as long as SITE_URL is the one it was built for.
CMD ["node", "src/server/main.ts"]
