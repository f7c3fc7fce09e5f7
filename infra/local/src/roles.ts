/** Returns the URL with which a role connects to the database. */
export type DatabaseAccess = (role: string) => string;

/**
 * Returns a function for the URLs of database roles on a server that was started here. All roles can log in to that
 * server without a password.
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
 * Returns a function for the URLs of database roles on an existing server. The given user connects and switches to the
 * role.
 * @param url URL of the database owner
 */
export function takingOnRole(url: string): DatabaseAccess {
  return (role) => {
    const taking = new URL(url);
    taking.searchParams.set('options', `-c role=${role}`);
    return taking.href;
  };
}
