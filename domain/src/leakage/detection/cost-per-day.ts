const hoursPerDay = 24
const litresPerCubicMetre = 1000
const minorPerUnit = 100

/** The cost of a flow in 24 hours at the price of a cubic metre, hundredths of the currency; null without a flow or a price. */
export const costPerDayMinor = (flowLitresPerHour: number | null, pricePerCubicMetre: number | undefined): number | null =>
  flowLitresPerHour === null || pricePerCubicMetre === undefined
    ? null
    : Math.round(((flowLitresPerHour * hoursPerDay) / litresPerCubicMetre) * pricePerCubicMetre * minorPerUnit)
