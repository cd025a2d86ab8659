import { expect, test } from 'vitest'
import { wholeAnswers } from './kafka-socket.ts'

const answer = (text: string): Buffer => {
  const bytes = Buffer.alloc(4 + text.length)
  bytes.writeInt32BE(text.length)
  bytes.write(text, 4, 'latin1')
  return bytes
}

const gather = () => {
  const answers: string[] = []
  const reasons: string[] = []
  const receive = wholeAnswers(
    (whole) => {
      expect(whole.readInt32BE()).toBe(whole.length - 4)
      answers.push(whole.toString('latin1', 4))
    },
    ({ message }) => reasons.push(message),
  )
  return { answers, reasons, receive }
}

test('answers of Kafka are handed over whole, in whatever pieces their bytes come', () => {
  const sent = ['first', '', 'x'.repeat(5_000), 'last']
  const bytes = Buffer.concat(sent.map(answer))
  for (const size of [1, 2, 3, 4, 5, 7, 100, 4_999, bytes.length]) {
    const { answers, receive } = gather()
    for (let at = 0; at < bytes.length; at += size) receive(bytes.subarray(at, at + size))
    expect(answers, `in pieces of ${size}`).toEqual(sent)
  }
})

test('a peer whose answers have impossible lengths is disconnected', () => {
  for (const following of [-1, 2 ** 31 - 1]) {
    const { answers, reasons, receive } = gather()
    const bytes = Buffer.alloc(8)
    bytes.writeInt32BE(following)
    receive(bytes)
    expect(answers).toEqual([])
    expect(reasons).toEqual([`an answer of ${following} bytes: this is not Kafka`])
  }
})
