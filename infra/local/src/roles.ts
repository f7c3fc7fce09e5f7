/** Returns the URL for a database role. */
export type DatabaseAccess = (role: string) => string;

/**
 * Returns a function that creates a role's URL on a server that was started here, where every role can log in without a
 * password.
 * @param url URL of the database owner
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
 * Returns a function that creates a role's URL on an existing server: the given user connects and switches to the role.
 * @param url URL of the database owner
 */
export function takingOnRole(url: string): DatabaseAccess {
  return (role) => {
    const taking = new URL(url);
    taking.searchParams.set('options', `-c role=${role}`);
    return taking.href;
  };
}
