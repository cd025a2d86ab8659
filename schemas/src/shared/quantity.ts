import { z } from 'zod'
import { typedNumber } from './typed-number.ts'

/**
 * Bounds of numbers, chosen so that a column and a sum of millilitres in 64 bits hold them. A register of 1e12 litres is a cubic kilometre.
 */
export const registerLitresMax = 1e12
export const flowLitresPerHourMax = 1e9

/** A register in litres. */
export const RegisterLitres = z.number().min(0).max(registerLitresMax)

/** A volume that is above zero, in litres: of a day at most what a register can count. */
export const VolumeLitres = z.number().positive().max(registerLitresMax)

/** A flow above zero, in litres per hour. */
export const FlowLitresPerHour = z.number().positive().max(flowLitresPerHourMax)

/** A figure of any unit, such as what an alarm was raised for. */
export const Measured = z.number().min(-1e15).max(1e15)

/** How many of something, or the place of something in a list. */
export const Count = z.int().min(0)

/** A position of the log, also as the text that a query carries. */
export const Position = typedNumber().int().min(0).max(Number.MAX_SAFE_INTEGER)
