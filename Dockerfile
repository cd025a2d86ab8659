# One image for every role; NIGHTFLOW_ROLES says which of them a container runs.
# The version of Node is the one that package.json names, and a test holds the two together.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

# What npm needs to know of the workspaces, and nothing that changes with every commit: the installed packages stay in the cache.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /app
COPY . .
RUN find . -type f ! -name package.json ! -name package-lock.json ! -name .npmrc -delete && find . -type d -empty -delete

# The browser's code is the only code that is built.
FROM ${NODE_IMAGE} AS web
WORKDIR /app
COPY --from=manifests /app .
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build --workspace @nightflow/web

# What the server and the command line need to run: neither the embedded PostgreSQL nor a second Node nor anything for tests.
FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY --from=manifests /app .
RUN npm ci --omit=dev --omit=optional --ignore-scripts --workspace @nightflow/server --workspace @nightflow/cli --include-workspace-root=false

FROM ${NODE_IMAGE}
ENV NODE_ENV=production NIGHTFLOW_HOST=0.0.0.0 NIGHTFLOW_PORT=8080 NIGHTFLOW_STATE_FOLDER=/var/lib/nightflow
WORKDIR /app
# Node strips types from our own files only, so the packages of the workspace stay links from node_modules into this folder.
COPY --from=packages /app .
COPY tsconfig.json LICENSE NOTICE ./
COPY schemas/src schemas/src
COPY domain/src domain/src
COPY event-log/src event-log/src
COPY projections/src projections/src
COPY platform/src platform/src
COPY ingest/src ingest/src
COPY policies/src policies/src
COPY apps/api/src apps/api/src
# Names of fields and values: spreadsheets say them too.
COPY apps/web/locales apps/web/locales
COPY apps/simulator/src apps/simulator/src
COPY apps/worker/src apps/worker/src
COPY apps/server/src apps/server/src
COPY apps/cli/src apps/cli/src
COPY --from=web /app/apps/web/dist apps/web/dist
RUN mkdir /var/lib/nightflow && chown node:node /var/lib/nightflow
# What Node makes of the source files, for the first start: `--help` loads all of them.
RUN node apps/server/src/start.ts --help > /dev/null && chown -R node:node node_modules/.cache
USER node
VOLUME /var/lib/nightflow
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=6 \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.NIGHTFLOW_PORT}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# As `npm start` does.
CMD ["node", "--disable-warning=TimeoutNegativeWarning", "--max-semi-space-size=64", "--initial-old-space-size=256", "apps/server/src/start.ts"]
