/** Grants everything that its holder's tenant may have at all. */
export const everything = '*:*:*'
