/** The page's door to the formatter it shares with the command line: no other file of the page turns numbers into text. */
export {
  NOTHING,
  formatBytes,
  formatColumn,
  formatExact,
  formatFixed,
  formatInteger,
  formatLayout,
  formatNumber,
  formatParameters,
  formatValue,
  isTextUnit,
  sharedUnit,
  unitWord,
  valueAt,
} from '../../wasm/format.js';
