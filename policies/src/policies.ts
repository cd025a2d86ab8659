import { conditionsInReadModels } from './alarms/conditions-in-read-models.ts'
import { evaluateAlarmRules } from './alarms/evaluate-alarm-rules.ts'
import { flaggedReadings } from './alarms/flagged-readings.ts'
import { collectBills } from './billing/collect-bills.ts'
import { payFromBankEntries } from './billing/pay-from-bank-entries.ts'
import { finishCardMoney } from './cards/finish-card-money.ts'
import { finishCancellations } from './customers/finish-cancellations.ts'
import { concentratorCommunication } from './devices/concentrator-communication.ts'
import { finishMeterMoves } from './devices/finish-meter-moves.ts'
import { finishValveOperations } from './devices/finish-valve-operations.ts'
import { retryValveOperations } from './devices/retry-valve-operations.ts'
import { recordDetections } from './leakage/record-detections.ts'
import { assessMeters } from './metering/assess-meters.ts'
import { recheckReviews } from './metering/recheck-reviews.ts'
import { validateDays } from './metering/validate-days.ts'
import { settleOrders } from './payments/settle-orders.ts'
import { expireTokenDownlinks } from './prepaid/expire-token-downlinks.ts'
import type { AnyPolicy } from './shared/define-policy.ts'
import { makePlannedOrders } from './work-orders/make-planned-orders.ts'
import { openCases } from './work-orders/open-cases.ts'
import { verifyRepairs } from './work-orders/verify-repairs.ts'

/** Every policy that needs the log and the database alone. */
export const policies: readonly AnyPolicy[] = [
  payFromBankEntries,
  settleOrders,
  expireTokenDownlinks,
  finishCardMoney,
  finishCancellations,
  finishValveOperations,
  finishMeterMoves,
  retryValveOperations,
  flaggedReadings(),
  conditionsInReadModels(),
  evaluateAlarmRules(),
  concentratorCommunication(),
  validateDays(),
  recheckReviews(),
  assessMeters(),
  recordDetections(),
  openCases(),
  verifyRepairs(),
  makePlannedOrders(),
  collectBills(),
]
