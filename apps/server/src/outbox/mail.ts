import { createRequire } from 'node:module'
import type { Way } from './way.ts'

const require = createRequire(import.meta.url)
const secondsMax = 15

/**
 * Mail by way of an SMTP server. `url` as in `smtps://user:password@host`, or `smtp://host:587?requireTLS=true`; without `requireTLS` a
 * connection to port 587 is encrypted when the server offers it. `from` as in `Nightflow <water@example.org>`.
 */
export const openMail = ({ url, from }: { url: string; from: string }): Way => {
  // Loaded where mail is configured: other starts leave it alone.
  const { createTransport } = require('nodemailer') as typeof import('nodemailer')
  const transport = createTransport({
    url,
    connectionTimeout: secondsMax * 1000,
    greetingTimeout: secondsMax * 1000,
    socketTimeout: secondsMax * 1000,
    // A message is text from the outbox: it never names a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async ({ messageId, recipient, subject, body }, attachment) => {
      await transport.sendMail({
        from,
        to: { name: '', address: recipient },
        subject: subject ?? '',
        text: body,
        ...(attachment && {
          attachments: [{ filename: attachment.fileName, contentType: attachment.mediaType, content: attachment.bytes }],
        }),
        // A repeat after a crash has the same message id.
        headers: { 'x-nightflow-message': messageId, 'auto-submitted': 'auto-generated' },
      })
    },
    close: () => transport.close(),
  }
}
