/** Addresses and credentials of NATS servers, as options of the NATS client. */
export interface NatsAddress {
  readonly servers: string[];
  readonly user?: string;
  readonly pass?: string;
  readonly tls?: Record<string, never>;
  /** Subject prefix for replies. */
  readonly inboxPrefix?: string;
}

/**
 * Parses a NATS URL such as `nats://certs:secret@nats:4222`. Several servers are separated by commas, and `tls:`
 * requires TLS. Replies for a user are sent to `_INBOX.<user>`, which lets the server prevent other users from reading
 * them.
 * @throws Error that does not contain the URL, because it may contain a password
 */
export function natsAddress(text: string): NatsAddress {
  const urls = text.split(',').map((part) => {
    const url = URL.canParse(part) ? new URL(part) : null;
    if (!url?.host || !/^(nats|tls):$/.test(url.protocol)) {
      throw new Error('must be a URL such as nats://user:password@host:4222');
    }
    return url;
  });
  const [first] = urls.filter(({ username }) => username);
  const user = decodeURIComponent(first?.username ?? '');
  return {
    servers: urls.map(({ host }) => host),
    ...(user && {
      user,
      pass: decodeURIComponent(first?.password ?? ''),
      inboxPrefix: `_INBOX.${user}`,
    }),
    ...(urls.some(({ protocol }) => protocol === 'tls:') && { tls: {} }),
  };
}
