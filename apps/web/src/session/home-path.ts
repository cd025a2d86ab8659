/** The address of the start page. */
export const homePath = '/index'
