/** A started part and how to stop it, so that a start that fails half-way leaves nothing behind. */
export type Stopper = { name: string; stop: () => Promise<void> }
