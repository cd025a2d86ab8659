/** Where the database says that what a session may do has changed. The message names the session, or is `*` for all of them. */
export const sessionChannel = 'nightflow_sessions'
