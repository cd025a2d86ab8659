import { resourceTable } from './resource-table.ts'

const listed = ['messageId', 'tenant', 'channel', 'recipient', 'subject', 'state', 'attempts', 'failure', 'createTime', 'sentAt']

/** What the operators read of the messages that go out; the sender writes them. */
export const outboxStore = resourceTable({
  table: 'platform.outbox',
  id: 'messageId',
  shown: [...listed, 'body'],
  listed,
  written: [],
  filter: { recipient: 'contains', channel: 'equals', state: 'equals' },
})
