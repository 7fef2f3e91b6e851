import django.contrib.postgres.indexes
import django.core.validators
import django.db.models.deletion
import django.db.models.functions.comparison
import django.db.models.functions.datetime
import django.db.models.functions.text
import django.db.models.lookups
import uuid
from decimal import Decimal
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Bundle',
            fields=[
                ('created_at', models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now())),
                ('updated_at', models.DateTimeField(auto_now=True, db_default=django.db.models.functions.datetime.Now())),
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=100)),
                ('description', models.CharField(max_length=1000)),
                ('tagline', models.CharField(blank=True, max_length=200)),
                ('price', models.DecimalField(decimal_places=2, max_digits=10, validators=[django.core.validators.MinValueValidator(Decimal('0'))])),
                ('is_active', models.BooleanField(db_default=True, default=True)),
            ],
            options={
                'db_table': 'bundles',
                'indexes': [models.Index(fields=['is_active', 'created_at'], name='bundles_active')],
                'constraints': [models.CheckConstraint(condition=models.Q(('price__gte', 0)), name='bundles_price_not_negative')],
            },
        ),
        migrations.CreateModel(
            name='Bootcamp',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now())),
                ('updated_at', models.DateTimeField(auto_now=True, db_default=django.db.models.functions.datetime.Now())),
                ('min_seats', models.PositiveIntegerField(null=True)),
                ('decide_by', models.DateTimeField(null=True)),
                ('decide_told_at', models.DateTimeField(null=True)),
                ('sales_stopped_at', models.DateTimeField(null=True)),
                ('canceled_at', models.DateTimeField(null=True)),
                ('certificate_percent', models.SmallIntegerField(null=True)),
                ('name', models.CharField(max_length=255)),
                ('description', models.TextField()),
                ('tagline', models.CharField(blank=True, max_length=255)),
                ('bootcamp_type', models.CharField(choices=[('Build', 'Build'), ('Launch', 'Launch'), ('Market', 'Market')], default='Build', max_length=10)),
                ('step', models.PositiveSmallIntegerField(default=1)),
                ('course', models.GeneratedField(db_persist=True, expression=django.db.models.functions.text.Concat(django.db.models.functions.comparison.Cast('step', models.CharField()), models.Value(' '), django.db.models.functions.text.Lower(django.db.models.functions.text.Trim(models.Func(models.F('name'), models.Value('\\s+'), models.Value(' '), models.Value('g'), function='regexp_replace'))), output_field=models.TextField()), output_field=models.TextField())),
                ('price', models.DecimalField(decimal_places=2, max_digits=10, validators=[django.core.validators.MinValueValidator(Decimal('0'))])),
                ('max_seats', models.PositiveIntegerField(default=20)),
                ('starts_at', models.DateTimeField()),
                ('ends_at', models.DateTimeField()),
                ('timezone', models.CharField(default='America/New_York', max_length=64)),
                ('includes_coaching', models.BooleanField(db_default=False, default=False)),
                ('status', models.CharField(choices=[('active', 'Active'), ('archived', 'Archived')], default='active', max_length=10)),
                ('published_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), null=True)),
                ('publish_at', models.DateTimeField(null=True)),
                ('sales_open_at', models.DateTimeField(null=True)),
                ('sales_close_at', models.DateTimeField(null=True)),
                ('kept_active_at', models.DateTimeField(null=True)),
                ('serves_list', models.BooleanField(db_default=False, default=False)),
                ('schedule_version', models.PositiveIntegerField(db_default=0, default=0)),
                ('session_url', models.URLField(blank=True, max_length=512)),
                ('recording_url', models.URLField(blank=True, max_length=512)),
                ('resources_url', models.URLField(blank=True, max_length=512)),
                ('zoom_meeting_id', models.CharField(blank=True, max_length=64)),
                ('zoom_join_url', models.URLField(blank=True, max_length=512)),
                ('zoom_registration_url', models.URLField(blank=True, max_length=512)),
                ('zoom_start_url', models.URLField(blank=True, max_length=512)),
                ('meeting_due_at', models.DateTimeField(null=True)),
                ('meeting_claimed_until', models.DateTimeField(null=True)),
                ('meeting_failures', models.PositiveIntegerField(db_default=0, default=0)),
                ('meeting_ended_at', models.DateTimeField(null=True)),
            ],
            options={
                'db_table': 'bootcamps',
                'indexes': [models.Index(fields=['status', 'starts_at'], name='bootcamps_by_start'), models.Index(condition=models.Q(('status', 'active')), fields=['ends_at'], name='bootcamps_to_archive'), django.contrib.postgres.indexes.GinIndex(django.contrib.postgres.indexes.OpClass(django.db.models.functions.text.Upper('name'), name='gin_trgm_ops'), name='bootcamps_name_search')],
                'constraints': [models.CheckConstraint(condition=models.Q(('ends_at__gt', models.F('starts_at'))), name='bootcamps_end_after_start'), models.CheckConstraint(condition=models.Q(('price__gte', 0)), name='bootcamps_price_not_negative'), models.CheckConstraint(condition=models.Q(('step__gte', 1), ('step__lte', 3)), name='bootcamps_step_known'), models.CheckConstraint(condition=models.Q(('max_seats__lte', 1000)), name='bootcamps_max_seats_sane'), models.CheckConstraint(condition=models.Q(('bootcamp_type__in', ['Build', 'Launch', 'Market'])), name='bootcamps_type_known'), models.CheckConstraint(condition=models.Q(('status__in', ['active', 'archived'])), name='bootcamps_status_known'), models.CheckConstraint(condition=models.Q(('timezone__in', ('America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles', 'America/Toronto', 'America/Vancouver', 'America/Sao_Paulo', 'America/Mexico_City', 'Europe/London', 'Europe/Paris', 'Europe/Berlin', 'Europe/Rome', 'Asia/Tokyo', 'Asia/Seoul', 'Asia/Shanghai', 'Asia/Singapore', 'Asia/Mumbai', 'Australia/Sydney', 'Australia/Melbourne', 'Pacific/Auckland', 'Africa/Lagos', 'UTC'))), name='bootcamps_timezone_known'), models.CheckConstraint(condition=models.Q(('certificate_percent__range', (1, 100))), name='bootcamps_certificate_percent_known'), models.CheckConstraint(condition=models.Q(('sales_open_at__isnull', True), ('sales_close_at__isnull', True), ('sales_close_at__gt', models.F('sales_open_at')), _connector='OR'), name='bootcamps_sales_close_after_open')],
            },
        ),
        migrations.CreateModel(
            name='BundleBootcamp',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('bundle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='catalogue.bundle')),
                ('bootcamp', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='catalogue.bootcamp')),
                ('created_at', models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now())),
            ],
            options={
                'db_table': 'bundle_bootcamps',
                'constraints': [models.UniqueConstraint(fields=('bundle', 'bootcamp'), name='bundle_bootcamps_unique_pair')],
            },
        ),
        migrations.CreateModel(
            name='MeetingEvent',
            fields=[
                ('key', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('type', models.CharField(max_length=64)),
                ('received_at', models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now())),
            ],
            options={
                'db_table': 'meeting_events',
                'indexes': [models.Index(fields=['received_at'], name='meeting_events_by_age')],
            },
        ),
        migrations.CreateModel(
            name='MeetingRegistrant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('bootcamp', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='registrants', to='catalogue.bootcamp')),
                ('enrollment_id', models.BigIntegerField()),
                ('meeting_id', models.CharField(max_length=64)),
                ('registrant_id', models.CharField(max_length=255)),
                ('join_url', models.URLField(max_length=512)),
                ('created_at', models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now())),
            ],
            options={
                'db_table': 'meeting_registrants',
                'indexes': [models.Index(fields=['meeting_id', 'registrant_id'], name='registrants_by_meeting')],
                'constraints': [models.UniqueConstraint(fields=('enrollment_id',), name='registrants_one_per_enrollment')],
            },
        ),
        migrations.CreateModel(
            name='PriceStep',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('bootcamp', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='price_steps', to='catalogue.bootcamp')),
                ('bundle', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='price_steps', to='catalogue.bundle')),
                ('price', models.DecimalField(decimal_places=2, max_digits=10)),
                ('until', models.DateTimeField(null=True)),
                ('first_seats', models.PositiveIntegerField(null=True)),
                ('regular_price', models.DecimalField(decimal_places=2, max_digits=10)),
                ('was_charged', models.BooleanField(db_default=False, default=False)),
                ('created_at', models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now())),
                ('withdrawn_at', models.DateTimeField(null=True)),
            ],
            options={
                'db_table': 'price_steps',
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('bootcamp__isnull', True), ('bundle__isnull', False)), models.Q(('bootcamp__isnull', False), ('bundle__isnull', True)), _connector='OR'), name='price_steps_of_one_package'), models.CheckConstraint(condition=models.Q(('until__isnull', False), django.db.models.lookups.GreaterThan(django.db.models.functions.comparison.Coalesce(models.F('first_seats'), 0), 0), _connector='OR'), name='price_steps_end'), models.CheckConstraint(condition=models.Q(('price__gte', 0), ('price__lt', models.F('regular_price'))), name='price_steps_below_regular')],
            },
        ),
        migrations.CreateModel(
            name='Resource',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now())),
                ('updated_at', models.DateTimeField(auto_now=True, db_default=django.db.models.functions.datetime.Now())),
                ('bootcamp', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='resources', to='catalogue.bootcamp')),
                ('title', models.CharField(max_length=255)),
                ('description', models.CharField(blank=True, max_length=1000)),
                ('type', models.CharField(choices=[('FILE', 'File'), ('YOUTUBE', 'Youtube'), ('LINK', 'Link'), ('DOCUMENT', 'Document')], max_length=10)),
                ('url', models.URLField(blank=True, max_length=2048)),
                ('storage_key', models.CharField(blank=True, max_length=512)),
                ('file_name', models.CharField(blank=True, max_length=255)),
                ('file_size', models.BigIntegerField(null=True)),
                ('sort_order', models.IntegerField(db_default=0, default=0)),
                ('deleted_at', models.DateTimeField(null=True)),
            ],
            options={
                'db_table': 'bootcamp_resources',
                'indexes': [models.Index(fields=['bootcamp', 'sort_order', 'id'], name='resources_in_order')],
                'constraints': [models.CheckConstraint(condition=models.Q(('type__in', ['FILE', 'YOUTUBE', 'LINK', 'DOCUMENT'])), name='resources_type_known'), models.CheckConstraint(condition=models.Q(('file_size__isnull', True), ('file_size__gt', 0), _connector='OR'), name='resources_file_size_positive'), models.CheckConstraint(condition=models.Q(models.Q(('type__in', ['YOUTUBE', 'LINK']), _negated=True), models.Q(('url', ''), _negated=True), _connector='OR'), name='resources_link_has_url')],
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('bootcamp', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='catalogue.bootcamp')),
                ('number', models.PositiveIntegerField()),
                ('enrollment_id', models.BigIntegerField(null=True)),
                ('held_until', models.DateTimeField(null=True)),
                ('is_offered', models.BooleanField(db_default=False, default=False)),
            ],
            options={
                'db_table': 'seats',
                'indexes': [models.Index(condition=models.Q(('held_until__isnull', False)), fields=['held_until'], name='seats_held')],
                'constraints': [models.UniqueConstraint(fields=('bootcamp', 'number'), name='seats_one_per_number'), models.UniqueConstraint(fields=('enrollment_id',), name='seats_one_per_enrollment'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='seats_number_from_one'), models.CheckConstraint(condition=models.Q(('held_until__isnull', True), ('enrollment_id__isnull', False), _connector='OR'), name='seats_hold_has_holder')],
            },
        ),
        migrations.CreateModel(
            name='Upload',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=255, unique=True)),
                ('storage_key', models.CharField(blank=True, max_length=255)),
                ('uploader', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('content_type', models.CharField(blank=True, max_length=127)),
                ('file_size', models.BigIntegerField(null=True)),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('attached_at', models.DateTimeField(null=True)),
            ],
            options={
                'db_table': 'uploads',
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('content_type', ''), ('file_size__isnull', True)), models.Q(('file_size__gt', 0), ('file_size__isnull', False), models.Q(('content_type', ''), _negated=True)), _connector='OR'), name='uploads_announced_whole'), models.CheckConstraint(condition=models.Q(('attached_at__isnull', True), models.Q(('storage_key', ''), _negated=True), _connector='OR'), name='uploads_attached_has_place')],
            },
        ),
        migrations.AddField(
            model_name='bundle',
            name='bootcamps',
            field=models.ManyToManyField(related_name='bundles', through='catalogue.BundleBootcamp', to='catalogue.bootcamp'),
        ),
    ]
