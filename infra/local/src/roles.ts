/** Returns the URL with which a role connects to the database. */
export type DatabaseAccess = (role: string) => string;

/**
 * Returns a function that builds the URLs of database roles, for a server that `npm start` or the tests have started.
 * All roles can log in to such a server without a password.
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
 * Returns a function that builds the URLs of database roles, for an existing server. A connection with such a URL logs
 * in as the user in `url` and then switches to the role.
 * @param url URL of the database owner
 */
export function takingOnRole(url: string): DatabaseAccess {
  return (role) => {
    const taking = new URL(url);
    taking.searchParams.set('options', `-c role=${role}`);
    return taking.href;
  };
}
