# Builds the image of an app:  docker build --build-arg APP=certs --tag gcd-certs .
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

# Copy only the manifests, so that dependencies are reinstalled only when a manifest changes.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS manifests
WORKDIR /src
COPY . .
RUN find . -type f ! -name package.json ! -name package-lock.json -delete && find . -type d -empty -delete

# Built programs are the same for all platforms, so they are not built under emulation.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS build
ENV NPM_CONFIG_AUDIT=false NPM_CONFIG_FUND=false NPM_CONFIG_UPDATE_NOTIFIER=false NPM_CONFIG_IGNORE_SCRIPTS=true \
    NPM_CONFIG_OMIT_LOCKFILE_REGISTRY_RESOLVED=true TURBO_TELEMETRY_DISABLED=1
WORKDIR /src
COPY --from=manifests /src .
# Fail if the lock file is out of date, as `npm ci` would.
RUN cp package-lock.json /tmp
RUN --mount=type=cache,target=/root/.npm npm install && cmp package-lock.json /tmp/package-lock.json
COPY . .
# Turbo rebuilds only the packages that have changed.
RUN --mount=type=cache,target=/turbo npx turbo run build --filter './apps/*' --cache-dir /turbo --output-logs=errors-only \
    && find apps -path '*/dist/*' -name '*.map' -delete

FROM ${NODE_IMAGE}
ARG APP
# The image contains Node but no tool that could install or build software.
RUN rm -rf /opt/yarn* /usr/local/include /usr/local/lib/node_modules \
    && find /usr/local/bin \( -type l -o -type f \) ! -name node ! -name docker-entrypoint.sh -delete
ENV NODE_ENV=production
WORKDIR /app/apps/${APP}
# A built program includes its imports. The assets that it serves are next to it.
COPY --from=build /src/apps/${APP}/package.json ./
COPY --from=build /src/apps/${APP}/dist ./dist
# The gateway serves these files.
COPY --from=build /src/apps/docs/dist ../docs/dist
# The user id is numeric, so that Kubernetes can verify that the user is not root.
USER 1000:1000
EXPOSE 3000 3001 9090
HEALTHCHECK --interval=5s --timeout=4s --start-period=5m --retries=3 CMD ["node", "-e", \
  "fetch(`http://127.0.0.1:${process.env.HEALTH_PORT || 9090}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "dist/main.js"]
