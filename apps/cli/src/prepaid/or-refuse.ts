import { textOfRejection } from '@nightflow/schemas/shared/rejection-texts'
import { isRejection, type Rejection } from '@nightflow/schemas/shared/rejections'
import { CommandRefusal } from '../shared/command-refusal.ts'

/** The result, or the sentence of its refusal. */
export const orRefuse = <Result>(result: Result | Rejection): Result => {
  if (isRejection(result)) throw new CommandRefusal(textOfRejection(result, 'en'))
  return result
}
