/**
 * Loaded before a program (`node --import`): its clock is off by as many milliseconds as the file of NIGHTFLOW_CLOCK_SHIFT_FILE says, in
 * every thread, and jumps when the file changes. Timers and `performance` go on evenly, as they do when a computer's clock is set.
 */
import { readFileSync } from 'node:fs'

const file = process.env.NIGHTFLOW_CLOCK_SHIFT_FILE
const lookMilliseconds = 50
let shift = 0

const look = (): void => {
  if (!file) return
  try {
    shift = Number(readFileSync(file, 'utf8')) || 0
  } catch {
    // It is being written, or not there yet.
  }
}
look()
setInterval(look, lookMilliseconds).unref()

const trueDate = Date
const now = (): number => trueDate.now() + shift
globalThis.Date = new Proxy(trueDate, {
  construct: (target, parameters, newTarget) =>
    Reflect.construct(target, parameters.length > 0 ? parameters : [now()], newTarget === globalThis.Date ? target : newTarget),
  apply: () => new trueDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
