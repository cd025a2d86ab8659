import type { Language } from '@nightflow/schemas/shared/language'

/** `isSinceLeast`: the water may have run before that day too. */
export type LeakNotice = {
  utility: string
  meterNo: string
  since: string
  isSinceLeast: boolean
  litresPerHour: number
  link: string | undefined
}
type Written = { subject: string; body: string }

/** A day has 24 hours, and a cubic metre a thousand litres. */
const cubicMetresPerDay = (litresPerHour: number): number => (litresPerHour * 24) / 1000

const number = (language: Language, value: number, digits: number): string =>
  new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value)
const date = (language: Language, day: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(`${day}T00:00:00Z`))

/** The message to a customer with a leak behind the meter: what was measured, what to check, and how to stop the messages. */
export const leakNoticeText = (language: Language, { utility, meterNo, since, isSinceLeast, litresPerHour, link }: LeakNotice): Written => {
  const litres = number(language, litresPerHour, 0)
  const cubicMetres = number(language, cubicMetresPerDay(litresPerHour), 2)
  const day = date(language, since)
  return texts[language]({ utility, meterNo, since: sinceTexts[language](day, isSinceLeast), litres, cubicMetres, link })
}

/** From when on, in the place that it has in the sentence. */
const sinceTexts: Record<Language, (day: string, isLeast: boolean) => string> = {
  en: (day, isLeast) => (isLeast ? `since at least ${day}` : `since ${day}`),
  'zh-CN': (day, isLeast) => (isLeast ? `至少自${day}起` : `自${day}起`),
  fr: (day, isLeast) => (isLeast ? `Depuis au moins le ${day}` : `Depuis le ${day}`),
  id: (day, isLeast) => (isLeast ? `Setidaknya sejak ${day}` : `Sejak ${day}`),
}

type Filled = { utility: string; meterNo: string; since: string; litres: string; cubicMetres: string; link: string | undefined }

const texts: Record<Language, (filled: Filled) => Written> = {
  en: ({ utility, meterNo, since, litres, cubicMetres, link }) => ({
    subject: `${utility}: possible water leak at your property`,
    body: joined(
      `Water has run through your meter ${meterNo} without a break ${since}: at least ${litres} litres an hour, ${cubicMetres} m³ a day.`,
      'Please check toilets, taps, the water heater and the garden. If all are closed and the meter still turns, call a plumber.',
      link && `No more messages about leaks: ${link}`,
      utility,
    ),
  }),
  'zh-CN': ({ utility, meterNo, since, litres, cubicMetres, link }) => ({
    subject: `${utility}：您家中可能存在漏水`,
    body: joined(
      `${since}，您的水表 ${meterNo} 一直有水流通过：每小时至少 ${litres} 升，每天约 ${cubicMetres} 立方米。`,
      '请检查马桶、水龙头、热水器和室外用水点。若全部关闭后水表仍在转动，请联系维修人员。',
      link && `不再接收漏水通知：${link}`,
      utility,
    ),
  }),
  fr: ({ utility, meterNo, since, litres, cubicMetres, link }) => ({
    subject: `${utility} : fuite possible après votre compteur`,
    body: joined(
      `${since}, l’eau coule sans interruption à votre compteur ${meterNo} : au moins ${litres} litres par heure, soit ${cubicMetres} m³ par jour.`,
      'Vérifiez les chasses d’eau, les robinets, le chauffe-eau et le jardin. Si tout est fermé et que le compteur tourne encore, appelez un plombier.',
      link && `Ne plus recevoir de messages de fuite : ${link}`,
      utility,
    ),
  }),
  id: ({ utility, meterNo, since, litres, cubicMetres, link }) => ({
    subject: `${utility}: kemungkinan kebocoran di instalasi Anda`,
    body: joined(
      `${since} air terus mengalir melalui meter ${meterNo} Anda: paling sedikit ${litres} liter per jam, ${cubicMetres} m³ per hari.`,
      'Periksa kloset, keran, pemanas air, dan taman. Jika semua tertutup dan meter masih berputar, hubungi tukang ledeng.',
      link && `Berhenti menerima pesan kebocoran: ${link}`,
      utility,
    ),
  }),
}

const joined = (...parts: (string | undefined)[]): string => parts.filter((part) => part !== undefined && part !== '').join('\n\n')
