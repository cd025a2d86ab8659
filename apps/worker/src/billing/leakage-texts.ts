import type { Language } from '@nightflow/schemas/shared/language'

/** The words of the leakage report that are not on a screen. */
export type LeakageTexts = {
  title: string
  month: string
  days: (known: string, days: string, estimated: string) => string
  figures: string
  value: string
  before: string
  change: string
  points: string
  balance: string
  volume: string
  bound: string
  shareOfInput: string
  map: string
  noMap: string
  legend: (from: string, to: string) => string
  unknown: string
  /** More use than supply. */
  negative: string
  point: string
  supply: string
  leakage: string
  rate: string
  alarms: (count: string) => string
  alarm: string
  time: string
  status: string
  cases: (count: string) => string
  caseNo: string
  awareAt: string
  stage: string
  /** Rows that are not named. */
  more: (count: string) => string
  none: string
  assumptions: string
  prepared: string
  checked: string
  approved: string
}

export const leakageTexts: Record<Language, LeakageTexts> = {
  'zh-CN': {
    title: '月度漏损报告',
    month: '月份',
    days: (known, days, estimated) => `${days} 天中 ${known} 天的供水量和用水量已知，其中 ${estimated} 天含估算`,
    figures: '本月指标（流量、KL 和完整率为每日平均值）',
    value: '本月',
    before: '上月',
    change: '变化',
    points: '个百分点',
    balance: '水量平衡（m³，± 为 95% 界限）',
    volume: '水量',
    bound: '±',
    shareOfInput: '占供水',
    map: '分区漏损率',
    noMap: '计量点没有边界。',
    legend: (from, to) => `${from}–${to}%`,
    unknown: '未知',
    negative: '负值',
    point: '计量点',
    supply: '供水量（m³）',
    leakage: '漏损量（m³）',
    rate: '漏损率',
    alarms: (count) => `本月告警：${count}`,
    alarm: '告警',
    time: '时间',
    status: '状态',
    cases: (count) => `本月漏损案件：${count}`,
    caseNo: '案件',
    awareAt: '发现时间',
    stage: '阶段',
    more: (count) => `另有 ${count} 条`,
    none: '无',
    assumptions: '假设与限制',
    prepared: '编制、日期',
    checked: '审核、日期',
    approved: '批准、日期',
  },
  en: {
    title: 'Monthly leakage report',
    month: 'Month',
    days: (known, days, estimated) =>
      `Supply and consumption are known of ${known} of ${days} days; ${estimated} of these have an estimated part.`,
    figures: 'Figures of the month (flows, KL and completeness are means of its days)',
    value: 'This month',
    before: 'Month before',
    change: 'Change',
    points: 'points',
    balance: 'Water balance (m³, ± is the 95% bound)',
    volume: 'Volume',
    bound: '±',
    shareOfInput: 'Of input',
    map: 'Leakage rate by partition',
    noMap: 'No metering point has a boundary.',
    legend: (from, to) => `${from}–${to}%`,
    unknown: 'Unknown',
    negative: 'Negative',
    point: 'Metering point',
    supply: 'Supply (m³)',
    leakage: 'Leakage (m³)',
    rate: 'Leakage rate',
    alarms: (count) => `Alarms of the month: ${count}`,
    alarm: 'Alarm',
    time: 'Time',
    status: 'State',
    cases: (count) => `Leak cases of the month: ${count}`,
    caseNo: 'Case',
    awareAt: 'Known since',
    stage: 'Stage',
    more: (count) => `${count} more`,
    none: 'None',
    assumptions: 'Assumptions and limits',
    prepared: 'Prepared, date',
    checked: 'Checked, date',
    approved: 'Approved, date',
  },
  fr: {
    title: 'Rapport mensuel de fuites',
    month: 'Mois',
    days: (known, days, estimated) =>
      `Distribution et consommation sont connues pour ${known} jours sur ${days}, dont ${estimated} avec une part estimée.`,
    figures: 'Chiffres du mois (débits, KL et complétude : moyennes des jours)',
    value: 'Ce mois',
    before: 'Mois précédent',
    change: 'Évolution',
    points: 'points',
    balance: 'Bilan hydrique (m³, ± : borne à 95 %)',
    volume: 'Volume',
    bound: '±',
    shareOfInput: 'Part du volume',
    map: 'Taux de fuite par secteur',
    noMap: 'Aucun point de comptage n’a de limites.',
    legend: (from, to) => `${from}–${to} %`,
    unknown: 'Inconnu',
    negative: 'Négatif',
    point: 'Point de comptage',
    supply: 'Distribution (m³)',
    leakage: 'Fuites (m³)',
    rate: 'Taux de fuite',
    alarms: (count) => `Alarmes du mois : ${count}`,
    alarm: 'Alarme',
    time: 'Heure',
    status: 'État',
    cases: (count) => `Dossiers de fuite du mois : ${count}`,
    caseNo: 'Dossier',
    awareAt: 'Connu depuis',
    stage: 'Étape',
    more: (count) => `${count} de plus`,
    none: 'Aucun',
    assumptions: 'Hypothèses et limites',
    prepared: 'Établi, date',
    checked: 'Vérifié, date',
    approved: 'Approuvé, date',
  },
  id: {
    title: 'Laporan kebocoran bulanan',
    month: 'Bulan',
    days: (known, days, estimated) =>
      `Pasokan dan pemakaian diketahui untuk ${known} dari ${days} hari; ${estimated} di antaranya sebagian ditaksir.`,
    figures: 'Angka bulan ini (debit, KL, dan kelengkapan adalah rata-rata harian)',
    value: 'Bulan ini',
    before: 'Bulan sebelumnya',
    change: 'Perubahan',
    points: 'poin',
    balance: 'Neraca air (m³, ± adalah batas 95%)',
    volume: 'Volume',
    bound: '±',
    shareOfInput: 'Dari masukan',
    map: 'Tingkat kebocoran per zona',
    noMap: 'Tidak ada titik pengukuran dengan batas wilayah.',
    legend: (from, to) => `${from}–${to}%`,
    unknown: 'Tidak diketahui',
    negative: 'Negatif',
    point: 'Titik pengukuran',
    supply: 'Pasokan (m³)',
    leakage: 'Kebocoran (m³)',
    rate: 'Tingkat kebocoran',
    alarms: (count) => `Alarm bulan ini: ${count}`,
    alarm: 'Alarm',
    time: 'Waktu',
    status: 'Status',
    cases: (count) => `Kasus kebocoran bulan ini: ${count}`,
    caseNo: 'Kasus',
    awareAt: 'Diketahui sejak',
    stage: 'Tahap',
    more: (count) => `${count} lainnya`,
    none: 'Tidak ada',
    assumptions: 'Asumsi dan batasan',
    prepared: 'Disusun, tanggal',
    checked: 'Diperiksa, tanggal',
    approved: 'Disetujui, tanggal',
  },
}
