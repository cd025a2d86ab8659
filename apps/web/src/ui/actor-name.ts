/** The name of an actor, without the kind that the log writes before it: `user:ana` is `ana`. */
export const actorName = (actor: string): string => actor.slice(actor.indexOf(':') + 1)
