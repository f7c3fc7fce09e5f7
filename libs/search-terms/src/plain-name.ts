const FINISH = /-((?:reverse )?(?:holo|foil))$/i;

/** Returns the name of a card without what graders add about its print: `CHARIZARD` for `CHARIZARD-HOLO`. */
export const plainName = (name: string): string =>
  name
    .trim()
    .replace(/^full art\//i, '')
    .replace(FINISH, '')
    .trim();

/** Returns the finish that a grader adds to the name of a card, such as `HOLO`; empty if there is none. */
export const finishIn = (name: string): string => FINISH.exec(name.trim())?.[1] ?? '';
