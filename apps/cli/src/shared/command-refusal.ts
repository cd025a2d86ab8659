/** The command cannot go on and the reader can do something about it: the message says what, without a stack. */
export class CommandRefusal extends Error {
  override name = 'CommandRefusal'
}
