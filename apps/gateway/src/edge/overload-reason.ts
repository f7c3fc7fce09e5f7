/**
 * Why a request is rejected: there are too many requests (`overload`), or there are too many and the account exceeds
 * its share (`account`).
 */
export type OverloadReason = 'overload' | 'account';
