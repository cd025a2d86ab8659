/**
 * The header of a call that no person caused, such as the bell's poll once a minute on an idle page. Such a call does not
 * keep a session: half an hour without a person ends it, however many requests the page's timers send. Any value counts.
 */
export const byTimerHeader = 'nightflow-by-timer'
