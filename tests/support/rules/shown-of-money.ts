/** States (section 4) and choices (sections 3 and 9): the labels of a dictionary in the words of the specification, in their order. */
export const statesOfMoney: readonly (readonly [words: string, dictType: string, ...labels: string[]])[] = [
  ['Bill', 'bill_status', 'Unpaid', 'Paid'],
  ['bill types', 'bill_type', 'Ordinary', 'Price adjustment', 'Meter change', 'Freeze', 'Transfer', 'Tariff renewal'],
  ['Payment order', 'payment_order_status', 'Unpaid', 'Paid', 'Refund in progress', 'Refunded', 'Cancelled', 'Exception'],
  // Processing, completed and rejected are shown in the words of the refund flow.
  ['Token refund', 'sts_refund_status', 'Pending', 'Under review', 'Approved', 'Not approved'],
  ['Token recharge flag', 'sts_recharge_flag', 'Collected', 'In search', 'No charge', 'Already charged', 'Returned'],
  ['Card', 'card_status', 'Meter not swiped', 'Meter swiped'],
  ['Surcharge scheme', 'sys_normal_disable', 'Enabled', 'Disabled'],
  ['fee type', 'fee_type', 'System', 'Personal'],
  ['deduction method', 'deduction_method', 'Percentage of payment', 'Fixed amount', 'Per count'],
  ['deduction frequency', 'deduction_frequency', 'Per day', 'Per month', 'Per year', 'Per m³'],
  ['pay channel', 'pay_channel', 'Mobile wallet 1', 'Mobile wallet 2', 'Bank card', 'Cash'],
  ['card operations', 'card_operation', 'Card making', 'Recharge', 'Refund', 'Replace card', 'Recycle card'],
  ['system card management', 'system_card_operation', 'Configure card', 'Reset card', 'Cumulative card'],
]

/** Screens (section 2) by their address. */
export const screensOfMoney: readonly (readonly [words: string, address: string])[] = [
  ['price schemes', '/billing/priceSchemes'],
  ['deduction', '/billing/deductions'],
  ['bills', '/billing/bills'],
  ['transactions', '/billing/transactions'],
  ['surcharge schemes and charging items', '/billing/surchargeSchemes'],
  ['personal surcharges', '/billing/personalSurcharges'],
  ['add debt, repayment plan, pay debt', '/billing/debts'],
  ['debt record', '/billing/debtRecords'],
  ['recharge, refund, read card, replace card, recycle card, open-account card, make card', '/card/desk'],
  ['system card management', '/card/systemCards'],
  ['card usage records', '/card/cardRecords'],
  ['payment platforms', '/billing/payment/paymentPlatform'],
  ['payment orders', '/billing/payment/paymentOrder'],
  ['tenant-to-platform association', '/billing/payment/platformAssociation'],
  ['token purchase refund (stsRefund)', '/prepaid/stsRefund'],
  ['agents and agent recharge', '/system/agent'],
  ['third-party platforms', '/tenant/thirdParty'],
  ['their recharge records', '/billing/payment/thirdPartyRecharge'],
]

/** Fields (section 3) of the resource that shows them. */
export const fieldsOfMoney: readonly (readonly [resource: string, ...fields: string[]])[] = [
  ['priceScheme', 'priceSchemeName', 'accumulationMonths', 'billingMonths', 'startTime', 'vatRate', 'chargingModel', 'steps'],
  ['surchargeScheme', 'schemeName', 'status', 'itemCount'],
  ['personalSurcharge', 'itemName', 'feeType', 'method', 'enabledDate', 'ratioPercent', 'amount', 'frequency', 'vatRate'],
  ['personalSurcharge', 'lastSettlementDate', 'cumulativeLitres', 'lastDeductionMinor', 'lastDeductionAt'],
  ['debt', 'debtType', 'feeName', 'amountMinor', 'residualMinor', 'remainingDeductions'],
  ['debtRecord', 'residualMinor', 'operator', 'remainingDeductions'],
  ['card', 'systemNo', 'accountNo', 'alarmLitres', 'limitLitres', 'remainingLitres', 'swipeStatus', 'purchaseLitres'],
  ['card', 'rechargeCount', 'incrementLitres', 'swipes'],
  ['cardRecord', 'operation', 'operator', 'createTime', 'transactionType', 'invoiceNo', 'purchaseLitres', 'amountMinor'],
  ['paymentPlatform', 'platformType', 'applicationType', 'relatedInfo', 'platformName', 'currencyUnit'],
  ['paymentOrder', 'orderNumber', 'status', 'orderMinor', 'feeMinor', 'purchaseMinor', 'description', 'payTime'],
  ['paymentOrder', 'refundMinor', 'refundNumber', 'refundTime'],
  ['platformAssociation', 'platformName', 'tenantPlatformName', 'feeBasisPoints', 'maxFeeMinor'],
  ['platformAssociation', 'thirdPartyCallbackAddress', 'systemCallbackAddress'],
  ['stsRefund', 'reason', 'auditComments', 'auditor', 'refundStatus', 'rechargeFlag'],
  ['agent', 'nickName', 'balanceMinor', 'rechargedMinor', 'recharges'],
  ['thirdParty', 'platformCode', 'platformName'],
]
