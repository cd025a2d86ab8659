import type { Language } from '@nightflow/schemas/shared/language'

/** The words of the receipt of a token on paper. */
export type TokenTexts = {
  title: string
  number: string
  meter: string
  buyer: string
  /** Above the digits, where there are several. */
  order: string
  received: string
  charged: string
  water: string
  roundedUp: string
}

export const tokenTexts: Record<Language, TokenTexts> = {
  'zh-CN': {
    title: '充值代码收据',
    number: '收据号',
    meter: '水表',
    buyer: '购买人',
    order: '请按顺序输入所有代码。',
    received: '实收',
    charged: '购水金额',
    water: '水量（m³）',
    roundedUp: '取整赠送（升）',
  },
  en: {
    title: 'Token receipt',
    number: 'Receipt',
    meter: 'Meter',
    buyer: 'Sold to',
    order: 'Enter all tokens in this order.',
    received: 'Received',
    charged: 'For water',
    water: 'Water, m³',
    roundedUp: 'Given by rounding up, litres',
  },
  fr: {
    title: 'Reçu de jeton',
    number: 'Reçu n°',
    meter: 'Compteur',
    buyer: 'Vendu à',
    order: 'Saisissez tous les jetons dans cet ordre.',
    received: 'Montant reçu',
    charged: 'Pour l’eau',
    water: 'Eau, m³',
    roundedUp: 'Offert par l’arrondi, litres',
  },
  id: {
    title: 'Kuitansi token',
    number: 'Kuitansi no.',
    meter: 'Meter',
    buyer: 'Dijual kepada',
    order: 'Masukkan semua token sesuai urutan.',
    received: 'Diterima',
    charged: 'Untuk air',
    water: 'Air, m³',
    roundedUp: 'Diberikan karena pembulatan, liter',
  },
}
