import type { Language } from '@nightflow/schemas/shared/language'

/** Times in the zone of the utility. */
export type ShutOffNotice = { utility: string; offFrom: string; offUntil: string; timeZone: string }
type Written = { subject: string; body: string }

/** The message to a customer whose water is shut off for a time: when, and what to do. Short enough for a text message of a few parts. */
export const shutOffText = (language: Language, { utility, offFrom, offUntil, timeZone }: ShutOffNotice): Written => {
  const instant = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  return texts[language]({ utility, from: instant.format(Date.parse(offFrom)), until: instant.format(Date.parse(offUntil)) })
}

const texts: Record<Language, (filled: { utility: string; from: string; until: string }) => Written> = {
  en: ({ utility, from, until }) => ({
    subject: `${utility}: water shut off for works`,
    body: `Your water is shut off for works from ${from} to ${until}. Please keep taps closed, and let the water run briefly afterwards.\n\n${utility}`,
  }),
  'zh-CN': ({ utility, from, until }) => ({
    subject: `${utility}：施工停水通知`,
    body: `因施工，您处将于 ${from} 至 ${until} 停水。停水期间请关闭水龙头，恢复供水后请先放水片刻。\n\n${utility}`,
  }),
  fr: ({ utility, from, until }) => ({
    subject: `${utility} : coupure d’eau pour travaux`,
    body: `L’eau est coupée pour travaux du ${from} au ${until}. Gardez les robinets fermés et laissez couler l’eau un instant après la remise en service.\n\n${utility}`,
  }),
  id: ({ utility, from, until }) => ({
    subject: `${utility}: air dimatikan untuk pekerjaan`,
    body: `Air di tempat Anda dimatikan untuk pekerjaan dari ${from} sampai ${until}. Tutup keran selama itu, dan alirkan air sebentar setelahnya.\n\n${utility}`,
  }),
}
