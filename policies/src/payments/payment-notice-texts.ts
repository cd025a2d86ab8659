import type { Language } from '@nightflow/schemas/shared/language'

type Notice = { title: string; content: string }
type Message = { subject: string; body: string }

/** For the staff: an endpoint was switched off after it had failed for days. */
export const webhookOffNotice = (language: Language, address: string): Notice => webhookTexts[language](address)

const webhookTexts: Record<Language, (address: string) => Notice> = {
  en: (address) => ({
    title: 'A webhook endpoint was switched off',
    content: `${address} has taken nothing for three days and was switched off. Repair it, switch it on under Webhooks, and send its failed deliveries again.`,
  }),
  'zh-CN': (address) => ({
    title: '一个 Webhook 已停用',
    content: `${address} 已连续三天未接收推送，现已停用。请修复后在 Webhook 推送中重新启用，并重发失败的推送。`,
  }),
  fr: (address) => ({
    title: 'Un point Webhook a été désactivé',
    content: `${address} n’a rien accepté depuis trois jours et a été désactivé. Réparez-le, réactivez-le sous Points Webhook, et renvoyez les envois échoués.`,
  }),
  id: (address) => ({
    title: 'Titik webhook dimatikan',
    content: `${address} tidak menerima apa pun selama tiga hari dan dimatikan. Perbaiki, aktifkan lagi di Titik webhook, lalu kirim ulang pengiriman yang gagal.`,
  }),
}

export type MissingReport = { platformName: string; day: string }

/** For the staff: the report of a day could not be fetched. */
export const reportMissingNotice = (language: Language, missing: MissingReport): Notice => reportTexts[language](missing)

const reportTexts: Record<Language, (missing: MissingReport) => Notice> = {
  en: ({ platformName, day }) => ({
    title: `Report of ${day} missing: ${platformName.slice(0, 20)}`,
    content: `The report of ${platformName} for ${day} could not be fetched. Download it from the platform and upload it under Payment reconciliation.`,
  }),
  'zh-CN': ({ platformName, day }) => ({
    title: `缺少 ${day} 的日报：${platformName.slice(0, 20)}`,
    content: `未能取得 ${platformName} ${day} 的日报。请从平台下载后在支付对账中上传。`,
  }),
  fr: ({ platformName, day }) => ({
    title: `Relevé du ${day} manquant\u00a0: ${platformName.slice(0, 20)}`,
    content: `Le relevé de ${platformName} du ${day} n’a pas pu être obtenu. Téléchargez-le depuis la plateforme et déposez-le sous Rapprochement des paiements.`,
  }),
  id: ({ platformName, day }) => ({
    title: `Laporan ${day} tidak ada: ${platformName.slice(0, 20)}`,
    content: `Laporan ${platformName} untuk ${day} tidak dapat diambil. Unduh dari platform dan unggah di Rekonsiliasi pembayaran.`,
  }),
}

export type LateMoney = { utility: string; accountNo: string; amount: string; orderNumber: string }

/** For the staff: money came for an order that was cancelled or paid already. */
export const lateMoneyNotice = (language: Language, late: LateMoney): Notice => lateTexts[language](late).notice
/** For the customer: the money is in the balance. */
export const lateMoneyMessage = (language: Language, late: LateMoney): Message => lateTexts[language](late).message

const lateTexts: Record<Language, (late: LateMoney) => { notice: Notice; message: Message }> = {
  en: ({ utility, accountNo, amount, orderNumber }) => ({
    notice: {
      title: `Late money: ${orderNumber.slice(0, 30)}`,
      content: `${amount} came for order ${orderNumber}, which was cancelled or paid already. It is credit of account ${accountNo}. Refund it or leave it, as the customer wants.`,
    },
    message: {
      subject: `${utility}: your payment is in your balance`,
      body: `${amount} came for payment ${orderNumber}, which was cancelled or paid already. The money is in the balance of account ${accountNo}.\n\n${utility}`,
    },
  }),
  'zh-CN': ({ utility, accountNo, amount, orderNumber }) => ({
    notice: {
      title: `迟到款项：${orderNumber.slice(0, 30)}`,
      content: `订单 ${orderNumber} 已取消或已支付，又收到 ${amount}，已计入户号 ${accountNo} 的余额。请按用户意愿退款或保留。`,
    },
    message: {
      subject: `${utility}：您的付款已计入余额`,
      body: `付款 ${orderNumber} 已取消或已支付，又收到 ${amount}，该款项已计入户号 ${accountNo} 的余额。\n\n${utility}`,
    },
  }),
  fr: ({ utility, accountNo, amount, orderNumber }) => ({
    notice: {
      title: `Argent tardif : ${orderNumber.slice(0, 30)}`,
      content: `${amount} sont arrivés pour l’ordre ${orderNumber}, annulé ou déjà payé. Ils sont au crédit de l’abonnement ${accountNo}. Remboursez-les ou laissez-les, selon le souhait de l’abonné.`,
    },
    message: {
      subject: `${utility} : votre paiement est à votre solde`,
      body: `${amount} sont arrivés pour le paiement ${orderNumber}, annulé ou déjà payé. L’argent est au solde de l’abonnement ${accountNo}.\n\n${utility}`,
    },
  }),
  id: ({ utility, accountNo, amount, orderNumber }) => ({
    notice: {
      title: `Uang terlambat: ${orderNumber.slice(0, 30)}`,
      content: `${amount} masuk untuk pesanan ${orderNumber} yang sudah dibatalkan atau dibayar. Uang itu menjadi saldo pelanggan ${accountNo}. Kembalikan atau biarkan, sesuai keinginan pelanggan.`,
    },
    message: {
      subject: `${utility}: pembayaran Anda ada di saldo`,
      body: `${amount} masuk untuk pembayaran ${orderNumber} yang sudah dibatalkan atau dibayar. Uang ada di saldo pelanggan ${accountNo}.\n\n${utility}`,
    },
  }),
}
