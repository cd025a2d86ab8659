import { callNightflow } from './call-nightflow.ts'
import type { City } from './city.ts'
import type { Meter } from './city-model.ts'
import { inventedName } from './invented-names.ts'
import { shownLitres } from './meter-readings.ts'
import { chance, chanceBits, topics } from './seeded-chance.ts'

type Order = { baseUrl: string; token: string; city: City; now?: number; signal?: AbortSignal }
type History = { data?: { rows: readonly { step: string }[] } }

/** How many of the city's households have such a story, in the order in which they are taken. */
const stories = { frozen: 12, transferred: 10, cancelled: 8 }
/** Of the last households, which a list shows first. */
const withContract = 12
const litresPerCubicMetre = 1000

/**
 * Changes of some accounts of the city: frozen for a reason, gone over to another holder, cancelled, and with a contract. The same households
 * in every city of the same seed. A change is made once, also where a person has taken it back since.
 */
export async function tellAccountStories(
  { baseUrl, token, city, now = Date.now(), signal }: Order,
  households: readonly Meter[],
): Promise<void> {
  const url = (path: string) => `${baseUrl}/prod-api/business/customer/${path}`
  const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: string | FormData) =>
    callNightflow({ method, url: url(path), bearer: token, ...(body !== undefined && { body }), signal })
  const accountNoOf = ({ number }: Meter) => number.slice(2)
  const put = (meter: Meter, verb: string, body: object) => call('PUT', `${accountNoOf(meter)}/${verb}`, JSON.stringify(body))
  const hasHad = async (meter: Meter, step: string): Promise<boolean> => {
    const { data } = (await call('GET', `${accountNoOf(meter)}/history`)) as History
    // Without an account there is no story.
    return !data || data.rows.some((row) => row.step === step)
  }
  const closing = (meter: Meter) => ({ closingRegisterCubicMetres: shownLitres(city, meter, now) / litresPerCubicMetre })
  const { frozen, transferred, cancelled } = chosen(households)

  for (const [nth, meter] of frozen.entries()) {
    if (await hasHad(meter, 'frozen')) continue
    await put(meter, 'freeze', { reason: freezeReasons[nth % freezeReasons.length] })
  }
  for (const meter of transferred) {
    if (await hasHad(meter, 'transferred')) continue
    await put(meter, 'transfer', { ...nextHolder(city, meter), ...closing(meter), reason: 'The flat was sold' })
  }
  for (const meter of cancelled) {
    if (await hasHad(meter, 'cancelled')) continue
    await put(meter, 'cancel', { ...closing(meter), reason: 'The building is demolished' })
  }
  for (const meter of households.slice(-withContract)) {
    if (await hasHad(meter, 'attachmentAdded')) continue
    const accountNo = accountNoOf(meter)
    const body = new FormData()
    body.append('file', new Blob([contractOf(accountNo)], { type: 'application/pdf' }), `contract-${accountNo}.pdf`)
    await call('POST', `${accountNo}/attachments`, body)
  }
}

const freezeReasons = ['Arrears of two bills', 'The holder is away for half a year', 'Broken pipe behind the meter']

/** Households in the middle of the list, those to be frozen with a valve that can close. */
const chosen = (households: readonly Meter[]) => {
  const middle = households.slice(Math.floor(households.length / 3), -withContract)
  const frozen = middle.filter(({ hasValve }) => hasValve).slice(0, stories.frozen)
  const others = middle.filter((meter) => !frozen.includes(meter) && !meter.exchanged)
  const transferred = others.slice(0, stories.transferred)
  return { frozen, transferred, cancelled: others.slice(stories.transferred, stories.transferred + stories.cancelled) }
}

const nextHolder = (city: City, meter: Meter) => {
  const draw = (nth: number) => chance(city.seed, topics.account, meter.index, 40 + nth)
  const digits = String(chanceBits(city.seed, topics.account, meter.index, 44))
    .padStart(9, '0')
    .slice(-9)
  return { customerName: inventedName(draw(0), draw(1), draw(2)), telephone: `13${digits}`, address: meter.address }
}

/** One page with one line, as small as a PDF can be. */
const contractOf = (accountNo: string): string => {
  const line = `BT /F1 18 Tf 72 760 Td (Water supply contract, account ${accountNo}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${line.length} >>\nstream\n${line}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, nth) => {
    const offset = text.length
    text += `${nth + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  return `${text}xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
}
