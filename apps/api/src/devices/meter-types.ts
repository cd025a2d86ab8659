import type { MeterType } from '@nightflow/platform/settings/meter-types'
import type { MeterDetails } from '@nightflow/schemas/devices/register-meter'
import { YesNo } from '@nightflow/schemas/shared/lists'

/** The overload flow Q4 of ISO 4064-1 in terms of Q3: what exceeds it for an hour is no water. */
const overloadFactor = 1.25
const litresPerCubicMetre = 1000

type Details = Partial<MeterDetails>

/**
 * The details of a meter type, for meters without details of their own. They are written into the meter's own details, so that a later change of the type
 * changes no published volume.
 */
export const withType = <Stated extends Details>(stated: Stated, type: MeterType | undefined): Stated => {
  if (!type) return stated
  const { caliberMillimetres, q3CubicMetresPerHour, registerWidthCubicMetres } = type
  const ofType: Details = {
    ...(caliberMillimetres !== null && { caliberMillimetres }),
    ...(registerWidthCubicMetres !== null && { registerWidthLitres: registerWidthCubicMetres * litresPerCubicMetre }),
    ...(q3CubicMetresPerHour !== null && { maximumFlowLitresPerHour: q3CubicMetresPerHour * overloadFactor * litresPerCubicMetre }),
  }
  const own = Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== undefined))
  return { ...ofType, ...own, hasValve: stated.hasValve === true || type.hasValve === YesNo.enum.yes } as unknown as Stated
}
