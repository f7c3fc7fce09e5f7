/** URL for a role. */
export type DatabaseAccess = (role: string) => string;

/**
 * URLs on a server that we started, where roles can log in without a password.
 * @param url of the owner
 */
export function asRole(url: string): DatabaseAccess {
  return (role) => {
    const own = new URL(url);
    own.username = role;
    own.password = '';
    return own.href;
  };
}

/**
 * URLs on an existing server: the given user connects and switches to the role.
 * @param url of the owner
 */
export function takingOnRole(url: string): DatabaseAccess {
  return (role) => {
    const taking = new URL(url);
    taking.searchParams.set('options', `-c role=${role}`);
    return taking.href;
  };
}
