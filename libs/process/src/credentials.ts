const URLS = {
  DATABASE: ['DATABASE_URL', 'DATABASE_READ_URL'],
  NATS: ['NATS_URL'],
  REDIS: ['REDIS_URL'],
};

/**
 * Adds the user and password of each server to its URLs. `DATABASE_USER` and `DATABASE_PASSWORD` are added to
 * `DATABASE_URL` and `DATABASE_READ_URL`. Variables with the prefixes `NATS_` and `REDIS_` work in the same way.
 * Passwords may contain any character.
 */
export function withCredentials(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const complete = { ...env };
  for (const [server, names] of Object.entries(URLS)) {
    const user = env[`${server}_USER`];
    const password = env[`${server}_PASSWORD`] ?? '';
    if (!user) continue;
    const credentials = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
    for (const name of names) {
      const url = env[name];
      if (url) complete[name] = url.replace(/:\/\/([^/@]*@)?/, () => `://${credentials}@`);
    }
  }
  return complete;
}
