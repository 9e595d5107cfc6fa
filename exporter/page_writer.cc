#include "exporter/page_writer.h"

#include <cmath>

#include "exporter/metric_catalogue.h"
#include "exporter/number_text.h"

namespace joulemark {
namespace {

void append_heading(std::string& out, const MetricEntry& entry) {
  out += "# HELP ";
  out += entry.name;
  out += ' ';
  out += entry.help;
  out += "\n# TYPE ";
  out += entry.name;
  out += ' ';
  out += to_string(entry.type);
  out += '\n';
}

}  // namespace

void PageWriter::family(std::string_view name) {
  name_ = name;
  headed_ = false;
}

void PageWriter::begin_sample(std::string_view labels) {
  if (!headed_) append_heading(out_, metric_entry(name_));
  headed_ = true;
  out_ += name_;
  out_ += labels;
  out_ += ' ';
}

void PageWriter::number(std::string_view labels, double value) {
  if (!std::isfinite(value)) return;
  begin_sample(labels);
  append_number(out_, value);
  out_ += '\n';
}

void PageWriter::count(std::string_view labels, std::uint64_t value) {
  begin_sample(labels);
  append_number(out_, value);
  out_ += '\n';
}

void PageWriter::product(std::string_view labels, std::uint64_t counts, double unit) {
  begin_sample(labels);
  append_product(out_, counts, unit);
  out_ += '\n';
}

void PageWriter::time(std::string_view labels, UtcTime value) {
  begin_sample(labels);
  append_seconds(out_, value);
  out_ += '\n';
}

}  // namespace joulemark
