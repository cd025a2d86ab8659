/** The start cannot go on and the reader can do something about it: the message is one sentence, printed without a stack. */
export class StartRefusal extends Error {
  override name = 'StartRefusal'
}
