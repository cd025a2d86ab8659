import type { ReportMail } from '@nightflow/domain/billing/papers'
import type { Language } from '@nightflow/schemas/shared/language'

/** The words of a report on paper. */
export type ReportTexts = { period: string; noRows: string; rows: (count: string) => string; unknown: string }

export const reportTexts: Record<Language, ReportTexts> = {
  en: { period: 'Period', noRows: 'No rows match.', rows: (count) => `${count} rows`, unknown: '–' },
  'zh-CN': { period: '期间', noRows: '没有符合条件的记录。', rows: (count) => `共 ${count} 行`, unknown: '–' },
  fr: { period: 'Période', noRows: 'Aucune ligne ne correspond.', rows: (count) => `${count} lignes`, unknown: '–' },
  id: { period: 'Periode', noRows: 'Tidak ada baris yang cocok.', rows: (count) => `${count} baris`, unknown: '–' },
}

/** The message that a report is attached to, or that says where it is. */
export const reportMailText = (language: Language, mail: ReportMail): { subject: string; body: string } => {
  const { subject, attached, tooLarge } = mailTexts[language]
  return { subject: subject(mail), body: `${mail.fileName === null ? tooLarge(mail) : attached(mail)}\n\n${mail.utility}` }
}

type MailTexts = Record<'subject' | 'attached' | 'tooLarge', (mail: ReportMail) => string>

const mailTexts: Record<Language, MailTexts> = {
  en: {
    subject: ({ utility, title }) => `${utility}: ${title}`,
    attached: ({ title, rows, place }) => `The report “${title}” is attached (${rows} rows). In the service: ${place}`,
    tooLarge: ({ title, place }) => `The report “${title}” is too large for a message. Export it here: ${place}`,
  },
  'zh-CN': {
    subject: ({ utility, title }) => `${utility}：${title}`,
    attached: ({ title, rows, place }) => `附件为报表“${title}”（${rows} 行）。系统内查看：${place}`,
    tooLarge: ({ title, place }) => `报表“${title}”过大，无法随邮件发送。请在此导出：${place}`,
  },
  fr: {
    subject: ({ utility, title }) => `${utility} : ${title}`,
    attached: ({ title, rows, place }) => `Le rapport « ${title} » est joint (${rows} lignes). Dans le service : ${place}`,
    tooLarge: ({ title, place }) => `Le rapport « ${title} » est trop volumineux pour un message. Exportez-le ici : ${place}`,
  },
  id: {
    subject: ({ utility, title }) => `${utility}: ${title}`,
    attached: ({ title, rows, place }) => `Laporan “${title}” terlampir (${rows} baris). Di layanan: ${place}`,
    tooLarge: ({ title, place }) => `Laporan “${title}” terlalu besar untuk satu pesan. Ekspor di sini: ${place}`,
  },
}
