/** Pages worth a look, with the person whose work they are. */
const stops: readonly (readonly [person: string, path: string, sight: string])[] = [
  ['analyst', '/water/leakage', 'the partitions with night flow, leakage and the night that looks wrong'],
  ['analyst', '/water/detections', 'leaks that the flow of a zone shows, from the first night on'],
  ['analyst', '/workOrder/cases', 'leaks on their way from awareness to the nights that prove the repair'],
  ['analyst', '/alarm/alarm', 'alarms, processed and waiting'],
  ['admin', '/billing/ledger/agedReceivables', 'what is owed, by age, after a year of monthly bills'],
  ['clerk', '/billing/bills', 'bills that are paid, paid in part, credited and overdue'],
  ['clerk', '/prepaid/tokenDesk', 'water by token: find WB-1001, take money, read out twenty digits'],
  ['clerk', '/prepaid/stsRefund', 'a token for the meter next door, whose refund waits for a decision'],
  ['clerk', '/card/cards', 'cards of Willow Bend, one of them lost and replaced'],
  ['clerk', '/billing/burn-downs', 'accounts that pay out of a balance; the valve of WB-1018 is closed for arrears'],
  ['admin', '/billing/payment/paymentOrder?status=5', 'a payment with less money than was ordered'],
  ['admin', '/billing/payment/paymentReconciliation', 'money of the platform that no order explains'],
  ['admin', '/billing/payment/agentSettlements', 'the settlement of the shop at the bridge'],
  ['agent', '/billing/payment/agentDesk', 'the desk of that shop, with its float'],
  ['admin', '/audit/moneyProofs', 'the nightly proof that all of this money adds up'],
]

/** The lines of the tour through the demo. */
export const tourLines = (baseUrl: string): string[] => [
  'A tour, with the person to sign in as:',
  ...stops.map(([person, path, sight]) => `  ${person.padEnd(8)} ${baseUrl}${path}\n           ${sight}`),
]
