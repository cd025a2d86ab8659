/**
 * Every refusal a decider or an endpoint can answer, in one list. The code is the i18n key `rejections.<code>`
 * and the entry in the error catalogue; the number is the HTTP status under `/api/v1`.
 */
export const rejections = {
  'not-signed-in': 401,
  'sign-in-refused': 401,
  'sign-in-throttled': 429,
  'captcha-needed': 400,
  'session-ended': 401,
  'verification-code-wrong': 400,
  'trial-over': 403,
  'password-must-change': 403,
  'password-not-initial': 409,
  'password-weak': 400,
  'password-unchanged': 409,
  'old-password-wrong': 409,
  'seal-broken': 400,
  'password-not-encrypted': 400,
  'registration-closed': 403,
  'phone-registered': 409,
  'phone-taken': 409,
  'email-taken': 409,
  'user-name-taken': 409,
  'already-visiting': 409,
  'not-visiting': 409,
  'permission-missing': 403,
  'not-found': 404,
  'in-use': 409,
  'name-taken': 409,
  'built-in-stays': 409,
  'log-kept': 409,
  'label-missing': 400,
  'parameter-impossible': 400,
  'request-invalid': 400,
  'range-too-long': 400,
  'range-reversed': 400,
  'changed-meanwhile': 409,
  'too-large': 413,
  'too-fast': 429,
  'unsupported-media-type': 415,
  'storage-full': 409,
  'too-many-exports': 429,
  'export-too-large': 413,
  'spreadsheet-unreadable': 400,
  'spreadsheet-heads-unknown': 400,
  'choice-unknown': 400,
  unavailable: 503,
  'internal-error': 500,

  'parent-missing': 404,
  'parent-unsuitable': 409,
  'below-itself': 409,
  'tree-full': 409,
  'has-children': 409,
  'department-has-people': 409,
  'department-missing': 404,
  'region-missing': 404,
  'role-missing': 404,
  'menu-missing': 404,
  'role-has-people': 409,
  'key-reserved': 409,
  'beyond-own-rights': 403,
  'own-account-stays': 409,
  'last-administrator-stays': 409,
  'own-contact-in-profile': 409,

  'import-not-found': 404,
  'import-withdrawn': 409,

  'meter-already-registered': 409,
  'meter-not-registered': 404,
  'meter-already-replaced': 409,
  'meter-replaces-itself': 409,
  'replacement-before-registration': 409,
  'replacement-in-future': 409,
  'reset-in-future': 409,
  'correction-in-future': 409,
  'correction-not-found': 404,
  'reset-not-found': 404,
  'meter-without-valve': 409,
  'valve-operation-pending': 409,
  'valve-operation-unknown': 404,
  'valve-operation-over': 409,
  'valve-closed-in-emergency': 409,
  'valve-closed-for-freeze': 409,
  'valve-closed-for-arrears': 409,

  'concentrator-has-meters': 409,
  'concentrator-lacks-meter': 409,
  'concentrator-full': 409,
  'meter-on-other-concentrator': 409,

  'partition-already-exists': 409,
  'partition-not-found': 404,
  'partition-has-children': 409,
  'partition-has-sub-meters': 409,
  'partition-root-stays': 409,
  'partition-levels-exceeded': 409,
  'partition-parent-missing': 404,
  'partition-zone-differs': 409,
  'partition-needs-summary-meter': 409,
  'meter-already-in-partition': 409,
  'meter-not-in-partition': 404,
  'meter-zone-differs': 409,
  'nothing-recorded-then': 404,
  'moment-in-future': 400,
  'leakage-threshold-needs-sub-meters': 409,

  'view-link-over': 403,
  'alarm-unknown': 404,
  'alarm-over': 409,
  'agent-unknown': 404,
  'recharge-id-reused': 409,

  'gateway-name-taken': 409,
  'gateway-key-unknown': 401,
  'replay-already-running': 409,
  'replay-queue-full': 409,
} as const satisfies Record<string, number>

export type RejectionCode = keyof typeof rejections

export type Rejection<Code extends RejectionCode = RejectionCode> = {
  readonly rejected: Code
  /** Values for the message's placeholders, such as `{ levels: 5 }`. */
  readonly details?: Record<string, string | number>
}

export const rejected = <const Code extends RejectionCode>(code: Code, details?: Record<string, string | number>): Rejection<Code> =>
  details ? { rejected: code, details } : { rejected: code }

export const isRejection = (value: unknown): value is Rejection => typeof value === 'object' && value !== null && 'rejected' in value
