import type { Rule } from './rule.ts'

const workOrder = 'schemas/src/work-orders/work-order.ts'
const historyReport = 'schemas/src/metering/history-report.ts'
const useReports = 'schemas/src/dashboard/use-reports.ts'
const reports = 'schemas/src/reports.ts'
const workOrderDeciderTest = 'domain/src/work-orders/work-order-decider.test.ts'
const reportFilesTest = 'tests/integration/dashboard/report-files.test.ts'
const useReportsTest = 'tests/integration/dashboard/use-reports.test.ts'
const reportsTest = 'tests/journeys/reports.test.ts'

/** Rules about work orders, groups and reports. */
export const workRules: readonly Rule[] = [
  {
    section: 2,
    words: 'Work orders: maintenance and meter-reading',
    enforced: [workOrder, "maintenance: '0', reading: '1'"],
    test: [workOrderDeciderTest, 'a reading order needs a meter'],
    message: 'refusal:work-order-meter-missing',
    says: 'A reading order needs a meter. | 抄表工单必须指定水表。 | Un ordre de relève doit indiquer un compteur. | Perintah pencatatan memerlukan meter.',
  },
  {
    section: 2,
    words: 'history',
    enforced: [historyReport, 'historyReport'],
    test: [reportFilesTest, 'says what each meter read and used on each day'],
    message: 'text:metering.historyReport.title',
    says: 'Reading history | 历史抄表 | Historique des relevés | Riwayat pembacaan',
  },
  {
    section: 2,
    words: 'interval and sub-group statistics',
    enforced: [useReports, 'intervalUse'],
    test: [useReportsTest, 'interval statistics say what each meter counted, its largest day and its reading rate, page by page'],
    message: 'text:dashboard.intervalUse.title',
    says: 'Interval statistics | 区间用水统计 | Consommation par période | Statistik periode',
  },
  {
    section: 2,
    words: 'interval and sub-group statistics',
    enforced: [useReports, 'groupUse'],
    test: [useReportsTest, 'group statistics sum up metered use by group, the largest first'],
    message: 'text:dashboard.groupUse.title',
    says: 'Group statistics | 分组统计 | Statistiques par groupe | Statistik kelompok',
  },
  {
    section: 2,
    words: 'daily water use',
    enforced: [useReports, 'dailyUse'],
    test: [useReportsTest, 'daily water use is that of customers, without the summary meters that pass it on'],
    message: 'text:dashboard.dailyUse.title',
    says: 'Daily water use | 日用水量 | Consommation journalière | Pemakaian harian',
  },
  {
    section: 2,
    words: 'recharge statistics',
    enforced: [reports, 'rechargeReport'],
    test: [reportsTest, 'exports reports as PDF and as Arrow, and opens both'],
    message: 'text:billing.rechargeReport.title',
    says: 'Recharge statistics | 充值统计 | Statistiques des encaissements | Statistik penerimaan',
  },
  {
    section: 2,
    words: 'postpaid detail',
    enforced: [reports, 'postpaidReport'],
    test: [reportsTest, 'exports reports as PDF and as Arrow, and opens both'],
    message: 'text:billing.postpaidReport.title',
    says: 'Postpaid detail | 后付费明细 | Détail des abonnements facturés | Rincian pascabayar',
  },
  {
    section: 2,
    words: 'reading rate over the last 30 and 180 days',
    enforced: [useReports, 'rateDays'],
    test: [useReportsTest, 'reading rates are those of the last 30 and 180 days'],
    message: 'text:dashboard.readingRates.title',
    says: 'Reading rate | 抄表率 | Taux de relève | Tingkat pembacaan',
  },
  {
    section: 2,
    words: 'Groups: manual reading',
    enforced: ['apps/web/src/metering/group-sheet.tsx', 'export'],
    test: [
      'tests/journeys/manual-reading.test.ts',
      'a clerk types the registers of a group row after row on a telephone, and a refused row stays',
    ],
  },
  {
    section: 4,
    words: 'pending, processing, completed',
    enforced: ['domain/src/work-orders/work-order-decider.ts', 'work-order-over'],
    test: [workOrderDeciderTest, 'pending, processing, completed'],
    message: 'refusal:work-order-over',
    says: 'The work order is completed or cancelled. | 工单已完成或已取消。 | L’ordre de travail est terminé ou annulé. | Perintah kerja sudah selesai atau dibatalkan.',
  },
  {
    section: 4,
    words: 'types 0 maintenance, 1 meter reading',
    enforced: [workOrder, "maintenance: '0', reading: '1'"],
    test: [workOrderDeciderTest, 'a reading order is completed with its reading'],
    message: 'refusal:work-order-reading-missing',
    says: 'A reading order is completed with the reading of its meter. | 完成抄表工单必须填写读数。 | Un ordre de relève se termine avec l’index du compteur. | Perintah pencatatan diselesaikan dengan angka meternya.',
  },
  {
    section: 9,
    words: 'data update window 30 days',
    enforced: [historyReport, 'historyDaysMax'],
    test: [reportFilesTest, 'has a data window of 30 days, and refuses more'],
    message: 'refusal:range-too-long',
    says: 'The period has {{days}} days; the limit is {{daysMax}}. Choose a shorter period. | 所选时段为 {{days}} 天，上限为 {{daysMax}} 天。请缩短时段。 | La période compte {{days}} jours ; la limite est de {{daysMax}}. Choisissez une période plus courte. | Periode berisi {{days}} hari; batasnya {{daysMax}} hari. Pilih periode yang lebih pendek.',
  },
  {
    section: 9,
    words: 'reading rate over 30 and 180 days',
    enforced: [useReports, 'rateDays'],
    test: ['tests/integration/dashboard/dashboard.test.ts', 'give the share of complete days in service over 30 and 180 days'],
  },
  {
    section: 9,
    words: 'Date presets 7, 30, 90 days',
    enforced: ['apps/web/src/ui/day-range.ts', 'presetDays = [7, 30, 90]'],
    test: ['apps/web/src/specified-constants.test.ts', 'date presets 7, 30, 90 days'],
  },
]
