import type { Rejection } from '@nightflow/schemas/shared/rejections'
import type { KeyPurpose } from './sts/decoder-key.ts'
import type { CreditContent, CreditSubclass, RegisterContent, RegisterSubclass, TestContent, TokenContent } from './sts/token-content.ts'

/** A meter and the generation of its key, as its registration has them. */
export type VendingMeter = KeyPurpose & {
  /** 0 to 255; 255 is never (KEN). */
  keyExpiryNumber: number
}

/** Chosen by the caller. The same identifier always gets the same tokens; another request under it is refused (`sts-request-id-used`). */
type Identified = { requestId: string }

/** A token with an identifier: when it is sold, and the highest identifier that the meter was given under its base date. */
type Stamped = Identified & { meter: VendingMeter; atMilliseconds: number; lastTokenIdentifier?: number | undefined }

export type CreditRequest = Stamped & {
  subclass: CreditSubclass
  /** Whole units of transfer: 0.1 m3 of water, 0.00001 of the currency. */
  units: number
}
export type ManagementRequest = Stamped & { subclass: RegisterSubclass; register: number }
export type TestRequest = Identified & Omit<TestContent, 'tokenClass'>
/** `next` is the same meter with its new generation. Another base date is a rollover. */
export type KeyChangeRequest = Identified & { meter: VendingMeter; next: VendingMeter }

export type VendedTokens = {
  /** In the order in which they are entered; 20 digits each. */
  tokens: readonly string[]
  /** Null where the tokens have none: tests and key changes. */
  tokenIdentifier: number | null
  /** Units on the token, and those of them that were added by rounding up; null where it is no credit. */
  units: number | null
  roundedUpUnits: number | null
}

/** A module keeps the random number of a token to itself. */
export type VerifiedContent =
  | Omit<CreditContent, 'random'>
  | Omit<RegisterContent, 'random'>
  | Exclude<TokenContent, CreditContent | RegisterContent>
/** Not intact: the token is of another meter or key, or mistyped. */
export type VerifiedToken = { isIntact: true; content: VerifiedContent } | { isIntact: false }

/**
 * The port of a vending module: a hardware security module, the API of a vendor, or own software. A module that is out of reach rejects the promise;
 * the caller then asks `fetchTokenResult` before it repeats.
 */
export type TokenVendor = {
  issueCredit(request: CreditRequest): Promise<VendedTokens | Rejection>
  issueManagement(request: ManagementRequest): Promise<VendedTokens | Rejection>
  issueTest(request: TestRequest): Promise<VendedTokens | Rejection>
  changeKey(request: KeyChangeRequest): Promise<VendedTokens | Rejection>
  /** The content of 20 digits under the present key of a meter. */
  verify(meter: VendingMeter, token: string): Promise<VerifiedToken | Rejection>
  /** The tokens of an earlier request; undefined where the module has issued none. */
  fetchTokenResult(requestId: string): Promise<VendedTokens | undefined>
}
