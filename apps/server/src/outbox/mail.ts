import { createTransport } from 'nodemailer'
import type { Way } from './way.ts'

const secondsMax = 15

/**
 * Mail by way of an SMTP server. `url` as in `smtps://user:password@host`, or `smtp://host:587?requireTLS=true`; without `requireTLS` a
 * connection to port 587 is encrypted when the server offers it. `from` as in `Nightflow <water@example.org>`.
 */
export const openMail = ({ url, from }: { url: string; from: string }): Way => {
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
    send: async ({ messageId, recipient, subject, body }) => {
      await transport.sendMail({
        from,
        to: { name: '', address: recipient },
        subject: subject ?? '',
        text: body,
        // A repeat after a crash has the same message id.
        headers: { 'x-nightflow-message': messageId, 'auto-submitted': 'auto-generated' },
      })
    },
    close: () => transport.close(),
  }
}
