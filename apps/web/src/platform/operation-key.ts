import { namedCommands } from '@nightflow/schemas/named-commands'
import { resources } from '@nightflow/schemas/resources'

/** Verbs of every list have one name. */
const ofEveryList = ['export', 'importTemplate']

/** The key of the text that names a call: `PUT /prod-api/system/user/resetPwd/:userId` is `PUT-system-user-resetPwd`. */
export const operationKey = (operation: string): string => {
  const [method = '', path = ''] = operation.split(' ')
  const words = path.replace(/^\/(prod-api|api\/v1)\//, '').split('/')
  const last = words.at(-1) ?? ''
  return [method, ...(ofEveryList.includes(last) ? [last] : words.filter((word) => !word.startsWith(':')))].join('-')
}

/** The key of the text of a declared command, which is with the texts of its resource. */
export const commandKey = (operation: string): string | undefined => {
  for (const { texts, resource, commands } of namedCommands)
    for (const { name, endpoint } of commands)
      if (operation === `${endpoint.method} ${endpoint.path}`) return `${texts}:${resource}.command.${name}.short`
  return undefined
}

/** The keys of a call of a declared resource, or of a read of any screen: the key of the verb's text, and of the title. */
export const resourceKeys = (operation: string): { verb: string; title: string } | undefined => {
  const [method = '', path = ''] = operation.split(' ')
  if (method === 'GET') return readKeys(path)
  if (!['POST', 'PUT', 'DELETE'].includes(method)) return undefined
  for (const { path: own, id, texts, name } of Object.values(resources))
    if (path === (method === 'DELETE' ? `${own}/:${id}` : own) || path === `${own}/importData`)
      return { verb: `operation.ofResource.${path === own || method !== 'POST' ? method : 'import'}`, title: `${texts}:${name}.title` }
  return undefined
}

/** Titles of the screens that show what a path answers; the longest path counts. */
const titlesOfPaths: readonly (readonly [path: string, title: string])[] = [
  ...Object.values(resources).map(({ path, texts, name }) => [path, `${texts}:${name}.title`] as const),
  ['/prod-api/system/tenant/settings', 'platform:settings.title'],
  ['/api/v1/gateways', 'platform:gateways.title'],
  ['/api/v1/map-layers', 'platform:mapLayer.title'],
  ['/api/v1/device-profile-mappings', 'platform:gateways.title'],
  ['/api/v1/imports', 'metering:imports.title'],
  ['/api/v1/validation-thresholds', 'metering:consumptionReview.title'],
  ['/api/v1/correction-effects', 'metering:consumptionReview.title'],
  ['/api/v1/health-settings', 'metering:meterHealth.title'],
  ['/prod-api/business/meterHealth', 'metering:meterHealth.title'],
  ['/prod-api/business/consumptionReview', 'metering:consumptionReview.title'],
  ['/prod-api/business/manualReading', 'metering:manualReading.title'],
  ['/prod-api/business/walkBy', 'metering:walkBy.title'],
  ['/api/v1/persons', 'privacy:persons.title'],
  ['/api/v1/quarantine', 'metering:quarantine.title'],
  ['/api/v1/unclaimed-meters', 'metering:unclaimed.title'],
  ['/api/v1/meters', 'devices:meters.title'],
  ['/api/v1/meter-places', 'devices:meters.title'],
  ['/prod-api/business/keyUpdate', 'devices:keyUpdate.title'],
  ['/prod-api/business/meterReplacement', 'devices:meterReplacement.title'],
  ['/prod-api/business/meterMove', 'devices:meterMove.title'],
  ['/api/v1/valve-batches', 'devices:valveOperations.title'],
  ['/prod-api/business/valve', 'devices:valveOperations.title'],
  ['/api/v1/flow-meters', 'devices:flowMeter.title'],
  ['/api/v1/pressure-meters', 'devices:pressureMeter.title'],
  ['/api/v1/devices', 'devices:mapDevice.title'],
  ['/api/v1/concentrators', 'devices:concentrator.title'],
  ['/api/v1/bill-runs', 'billing:billRun.title'],
  ['/api/v1/price-schemes', 'billing:priceScheme.title'],
  ['/api/v1/tariff-calculations', 'billing:priceScheme.title'],
  ['/api/v1/surcharge-schemes', 'billing:surchargeScheme.title'],
  ['/api/v1/personal-surcharges', 'billing:personalSurcharge.title'],
  ['/api/v1/debts', 'billing:debt.title'],
  ['/api/v1/bills', 'billing:bill.title'],
  ['/prod-api/business/collectionSettings', 'billing:collectionSettings.title'],
  ['/api/v1/bank-entries', 'billing:bankEntry.title'],
  ['/prod-api/business/ledger/trialBalance', 'billing:trialBalance.title'],
  ['/prod-api/business/ledger/agedReceivables', 'billing:agedReceivables.title'],
  ['/prod-api/business/ledger/vat', 'billing:vatReport.title'],
  ['/prod-api/business/ledger/revenue', 'billing:revenueReport.title'],
  ['/prod-api/business/accountCharges', 'billing:personalSurcharge.title'],
  ['/prod-api/business/deductionOrder', 'billing:deduction.title'],
  ['/api/v1/agents', 'platform:agent.title'],
  ['/api/v1/partitions', 'leakage:tree.title'],
  ['/prod-api/report/alarm/processed', 'alarms:alarm.title'],
  ['/prod-api/business/customer', 'customers:account.title'],
  ['/prod-api/business/useReport/interval', 'dashboard:intervalUse.title'],
  ['/prod-api/business/useReport/daily', 'dashboard:dailyUse.title'],
  ['/prod-api/business/useReport/group', 'dashboard:groupUse.title'],
  ['/prod-api/business/moneyReport/recharge', 'billing:rechargeReport.title'],
  ['/prod-api/business/moneyReport/postpaid', 'billing:postpaidReport.title'],
  ['/prod-api/business/useReport/readingRates', 'dashboard:dailyUse.title'],
  ['/prod-api/business/dashboard', 'shell:home'],
  ['/prod-api/business/tenantBoard', 'dashboard:board.title'],
  ['/prod-api/business/cascadeScreen', 'dashboard:wall.title'],
  ['/api/v1/audit/events', 'audit:events.title'],
  ['/api/v1/audit/streams', 'audit:streams.title'],
  ['/api/v1/audit/jobs', 'audit:jobs.title'],
  ['/api/v1/audit/dead-letters', 'audit:deadLetters.title'],
  ['/api/v1/audit/set-aside-events', 'audit:setAside.title'],
]

const readKeys = (path: string): { verb: string; title: string } | undefined => {
  const [found] = titlesOfPaths
    .filter(([prefix]) => path === prefix || path.startsWith(`${prefix}/`))
    .toSorted(([one], [other]) => other.length - one.length)
  return found && { verb: 'operation.ofResource.GET', title: found[1] }
}
