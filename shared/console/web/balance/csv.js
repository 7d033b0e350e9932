// The history as a file for spreadsheets.

const COLUMNS = /** @type {const} */ (['createdAt', 'type', 'tool', 'description', 'amount', 'balanceAfter', 'generationId', 'transactionId']);

/** @param {unknown} value */
function cell(value) {
  if (typeof value === 'number') return String(value);
  // A spreadsheet would take a text that begins so for a formula.
  const text = String(value ?? '').replace(/^([=+\-@\t\r])/, "'$1");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** @param {import('../types').Transaction[]} transactions */
export function csv(transactions) {
  const rows = transactions.map((entry) => COLUMNS.map((name) => cell(entry[name])).join(','));
  return `${[COLUMNS.join(','), ...rows].join('\r\n')}\r\n`;
}

/** Saves the history as a file. @param {import('../types').Transaction[]} transactions */
export function save(transactions) {
  const url = URL.createObjectURL(new Blob([csv(transactions)], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `balance-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  // The browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
