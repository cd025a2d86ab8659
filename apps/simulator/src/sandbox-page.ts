/** Faults that a person may choose for one payment, with what they show. */
export const pageFaults = {
  less: 'Half of the amount arrives: the utility decides',
  more: 'Half as much again arrives: the rest becomes balance',
  silent: 'No callback: the service asks by itself',
  twice: 'The callback comes twice: booked once',
  late: 'The callback is 15 minutes old: refused, and asked for',
  forged: 'The callback has a wrong signature: refused, and asked for',
} as const
export type PageFault = keyof typeof pageFaults

export const isPageFault = (text: string): text is PageFault => Object.hasOwn(pageFaults, text)

type Shown = { reference: string; amount: number; currency: string; status: 'pending' | 'paid' | 'failed'; returnTo: string }

const words = { pending: 'Not paid yet', paid: 'Paid', failed: 'Declined' } as const

/** The page on which a customer of the sandbox pays. It is plain English: real platforms speak their own languages. */
export const sandboxPage = ({ reference, amount, currency, status, returnTo }: Shown): string => {
  const faults = Object.entries(pageFaults).map(([name, text]) => `<option value="${name}">${escaped(text)}</option>`)
  const form = `<form method="post">
<label for="fault">Fault on demand</label>
<select id="fault" name="fault"><option value="">None: the payment arrives as it is</option>${faults.join('')}</select>
<button name="outcome" value="paid">Pay ${(amount / 100).toFixed(2)} ${escaped(currency)}</button>
<button name="outcome" value="failed" class="quiet">Decline</button>
</form>`
  const isWeb = /^https?:\/\//.test(returnTo)
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Sandbox payment</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 26rem; margin: 2rem auto; padding: 0 1rem }
.note { border-left: 4px solid #b54708; padding-left: .75rem }
.amount { font-size: 2rem; font-weight: 700; margin: 0 }
label { display: block; margin: 1rem 0 .25rem }
select, button { box-sizing: border-box; width: 100%; min-height: 44px; font: inherit; border-radius: 4px }
button { margin-top: .75rem; border: 0; background: #175cd3; color: #fff; font-weight: 600 }
button.quiet { background: transparent; color: inherit; border: 1px solid #98a2b3 }
</style>
<main><h1>Sandbox payment</h1><p class="note">A platform for trying out: no money moves.</p>
<p class="amount">${(amount / 100).toFixed(2)} ${escaped(currency)}</p><p>${escaped(reference)}: <strong>${words[status]}</strong></p>
${status === 'pending' ? form : ''}${isWeb ? `<p><a href="${escaped(returnTo)}">Back to the utility</a></p>` : ''}</main></html>`
}

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
