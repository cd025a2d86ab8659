import type { Language } from '@nightflow/schemas/shared/language'

/** The words of the settlement of an agent on paper. */
export type SettlementTexts = {
  title: string
  number: string
  agent: string
  /** Of the first settlement, which has no start. */
  until: (moment: string) => string
  float: string
  opening: string
  recharged: string
  sold: (sales: number) => string
  reversed: string
  paidToFloat: string
  closing: string
  commission: string
  unpaidOpening: string
  earned: string
  takenBack: string
  paidOut: string
  unpaidClosing: string
  ofUtility: string
  ofAgent: string
}

export const settlementTexts: Record<Language, SettlementTexts> = {
  'zh-CN': {
    title: '代理商结算单',
    number: '序号',
    agent: '代理商',
    until: (moment) => `截至 ${moment}`,
    float: '预存款',
    opening: '期初',
    recharged: '充值',
    sold: (sales) => `销售（${sales} 笔）`,
    reversed: '冲正',
    paidToFloat: '佣金转入预存款',
    closing: '期末',
    commission: '佣金',
    unpaidOpening: '期初待付佣金',
    earned: '佣金收入',
    takenBack: '收回佣金',
    paidOut: '已付佣金',
    unpaidClosing: '待付佣金',
    ofUtility: '水司签字',
    ofAgent: '代理商签字',
  },
  en: {
    title: 'Settlement of agent',
    number: 'Number',
    agent: 'Agent',
    until: (moment) => `Until ${moment}`,
    float: 'Float',
    opening: 'Opening',
    recharged: 'Recharges',
    sold: (sales) => (sales === 1 ? 'Sales (1)' : `Sales (${sales})`),
    reversed: 'Reversed sales',
    paidToFloat: 'Commission into the float',
    closing: 'Closing',
    commission: 'Commission',
    unpaidOpening: 'To be paid before',
    earned: 'Commission earned',
    takenBack: 'Commission taken back',
    paidOut: 'Commission paid',
    unpaidClosing: 'To be paid',
    ofUtility: 'Signature of the utility',
    ofAgent: 'Signature of the agent',
  },
  fr: {
    title: 'Décompte d’agent',
    number: 'Numéro',
    agent: 'Agent',
    until: (moment) => `Jusqu’au ${moment}`,
    float: 'Avance',
    opening: 'Ouverture',
    recharged: 'Recharges',
    sold: (sales) => `Ventes (${sales})`,
    reversed: 'Ventes annulées',
    paidToFloat: 'Commission sur l’avance',
    closing: 'Clôture',
    commission: 'Commission',
    unpaidOpening: 'À verser avant',
    earned: 'Commission gagnée',
    takenBack: 'Commission reprise',
    paidOut: 'Commission versée',
    unpaidClosing: 'À verser',
    ofUtility: 'Signature du service',
    ofAgent: 'Signature de l’agent',
  },
  id: {
    title: 'Penyelesaian agen',
    number: 'Nomor',
    agent: 'Agen',
    until: (moment) => `Sampai ${moment}`,
    float: 'Saldo',
    opening: 'Awal',
    recharged: 'Isi ulang',
    sold: (sales) => `Penjualan (${sales})`,
    reversed: 'Penjualan dibatalkan',
    paidToFloat: 'Komisi ke saldo',
    closing: 'Akhir',
    commission: 'Komisi',
    unpaidOpening: 'Belum dibayar sebelumnya',
    earned: 'Komisi didapat',
    takenBack: 'Komisi ditarik',
    paidOut: 'Komisi dibayar',
    unpaidClosing: 'Belum dibayar',
    ofUtility: 'Tanda tangan perusahaan',
    ofAgent: 'Tanda tangan agen',
  },
}
