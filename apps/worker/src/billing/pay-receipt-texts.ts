import type { Language } from '@nightflow/schemas/shared/language'

/** The words of the receipt of a payment on the public page. */
export type PayReceiptTexts = {
  title: string
  number: string
  order: string
  received: (amount: string) => string
  token: (meterNo: string) => string
  enter: (cubicMetres: string) => string
  fee: string
  bills: string
  water: string
  balance: string
}

export const payReceiptTexts: Record<Language, PayReceiptTexts> = {
  'zh-CN': {
    title: '收据',
    number: '收据号',
    order: '订单号',
    received: (amount) => `实收${amount && ` ${amount}`}`,
    token: (meterNo) => `水表 ${meterNo} 的充值代码`,
    enter: (cubicMetres) => `请在水表上输入代码：${cubicMetres} m³。`,
    fee: '平台手续费',
    bills: '账单',
    water: '购水及余额',
    balance: '转入余额',
  },
  en: {
    title: 'Receipt',
    number: 'Receipt',
    order: 'Order',
    received: (amount) => `Received${amount && ` ${amount}`}`,
    token: (meterNo) => `Token for meter ${meterNo}`,
    enter: (cubicMetres) => `Enter the digits on the meter: ${cubicMetres} m³ of water.`,
    fee: 'Fee of the platform',
    bills: 'Bills',
    water: 'Water and balance',
    balance: 'Added to the balance',
  },
  fr: {
    title: 'Reçu',
    number: 'Reçu n°',
    order: 'Commande',
    received: (amount) => `Montant reçu${amount && ` ${amount}`}`,
    token: (meterNo) => `Jeton du compteur ${meterNo}`,
    enter: (cubicMetres) => `Saisissez les chiffres sur le compteur : ${cubicMetres} m³ d’eau.`,
    fee: 'Frais de la plateforme',
    bills: 'Factures',
    water: 'Eau et solde',
    balance: 'Ajouté au solde',
  },
  id: {
    title: 'Kuitansi',
    number: 'Kuitansi no.',
    order: 'Pesanan',
    received: (amount) => `Diterima${amount && ` ${amount}`}`,
    token: (meterNo) => `Token untuk meter ${meterNo}`,
    enter: (cubicMetres) => `Masukkan angka pada meter: ${cubicMetres} m³ air.`,
    fee: 'Biaya platform',
    bills: 'Tagihan',
    water: 'Air dan saldo',
    balance: 'Masuk ke saldo',
  },
}
