/** From this nominal diameter on a meter is a large one (大表), whose dial may show multiples of a cubic metre. */
export const largeMeterMillimetres = 50

/**
 * Litres for what a person reads off a dial. `ruler` is the tenant's factor from the dial of a large meter to cubic metres (`lcMeterRuler`);
 * the dial of a small meter shows cubic metres.
 */
export const litresOfDial = (dial: number, caliberMillimetres: number | null | undefined, ruler: number): number => {
  const factor = (caliberMillimetres ?? 0) >= largeMeterMillimetres ? ruler : 1
  // A millilitre is the smallest volume that is counted.
  return Math.round(dial * factor * 1_000_000) / 1000
}
