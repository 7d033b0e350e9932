// Errors of the service.

/** Why a request failed. */
export class ApiError extends Error {
  /**
   * @param {string} message
   * @param {{ code: string, status?: number, details?: any, requestId?: string, retryAfter?: number }} facts
   */
  constructor(message, { code, status = 0, details = {}, requestId = '', retryAfter = 0 }) {
    super(message);
    this.code = code;
    this.status = status;
    this.details = details;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }

  /** The messages of the issues, by their paths. @returns {Record<string, string>} */
  get issues() {
    const issues = Array.isArray(this.details.issues) ? this.details.issues : [];
    return Object.fromEntries(issues.map((/** @type {any} */ issue) => [issue.path, issue.message]));
  }
}
