import type { Attachment, ClaimedMessage } from '@nightflow/platform/messages/outbox'

/** How messages of one channel leave the service. `send` throws when the message was not taken. */
export type Way = { send: (message: ClaimedMessage, attachment?: Attachment) => Promise<void>; close: () => void }
