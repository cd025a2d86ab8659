import type { Meter } from './city-model.ts'

/** Customers with a wide meter that is read every quarter of an hour: it reports flow, pressure and a reverse register. */
export const isFlowMeter = ({ role, registered, caliberMillimetres }: Meter): boolean =>
  role === 'sub' && registered && caliberMillimetres >= 40
