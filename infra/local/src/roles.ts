/** Where a role connects. */
export type DatabaseAccess = (role: string) => string;

/**
 * Access for roles that can log in without a password, as on a server that we started.
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
 * Access for roles on a server that was given: as the given user, which then takes on the role.
 * @param url of the owner
 */
export function takingOnRole(url: string): DatabaseAccess {
  return (role) => {
    const taking = new URL(url);
    taking.searchParams.set('options', `-c role=${role}`);
    return taking.href;
  };
}
